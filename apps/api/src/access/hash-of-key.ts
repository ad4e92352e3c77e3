import { createHash } from 'node:crypto';

/** SHA-256 of a key in hex. Keys are long and random, so that a plain hash cannot be searched back. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
