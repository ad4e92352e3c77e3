import type { Request } from 'express';

/** The client's address: the connection's own, or what a proxy that is trusted says of it. */
export function addressOf(request: Request): string {
  return request.ip ?? '';
}
