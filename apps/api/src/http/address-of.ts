import type { Request } from 'express';

/** The client's address, respecting trusted proxies. */
export function addressOf(request: Request): string {
  return request.ip ?? '';
}
