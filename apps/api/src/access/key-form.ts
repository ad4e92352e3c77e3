import { randomBytes } from 'node:crypto';

/** What keys of the table look like; anything else is not worth a look there. */
export const KEY_FORM = /^assay_[\w-]{43}$/;

/** A new key: 256 random bits. */
export function newKey(): string {
  return `assay_${randomBytes(32).toString('base64url')}`;
}
