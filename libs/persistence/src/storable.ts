import { storable } from '@assay/contracts';

export { storable, storableText } from '@assay/contracts';

/** A value as it comes back out of a `jsonb` column, keys in its order: what is made of either is the same text. */
export function asStored(value: unknown): unknown {
  return JSON.parse(toJsonb(value), (_key, part: unknown) => inOrderOfJsonb(part));
}

function inOrderOfJsonb(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.every((key, index) => index === 0 || orderOfJsonb(keys[index - 1] ?? '', key) <= 0)) return value;
  const content = value as Record<string, unknown>;
  return Object.fromEntries(keys.sort(orderOfJsonb).map((key) => [key, content[key]]));
}

/** Shorter keys first, in bytes; those of one length by their bytes. */
function orderOfJsonb(left: string, right: string): number {
  return Buffer.byteLength(left) - Buffer.byteLength(right) || Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** JSON text of a value for a `jsonb` parameter. The escape of NUL is the only one Postgres refuses inside JSON. */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // the escapes of NUL and of lone surrogates are rare; any other control character may cost the closer look
  return text.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(text) ? JSON.stringify(storable(value)) : text;
}
