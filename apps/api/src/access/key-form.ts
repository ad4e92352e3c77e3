import { randomBytes } from 'node:crypto';

/** Form of stored keys; others need no lookup. */
export const KEY_FORM = /^assay_[\w-]{43}$/;

export function newKey(): string {
  return `assay_${randomBytes(32).toString('base64url')}`;
}
