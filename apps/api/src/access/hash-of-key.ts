import { createHash } from 'node:crypto';

/** SHA-256 in hex. A plain hash suffices because keys are long and random. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
