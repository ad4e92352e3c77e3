import { storable } from '@assay/contracts';

export { storable, storableText } from '@assay/contracts';

/** A value as it comes back out of a `jsonb` column, keys in its order: what is made of either is the same text. */
export function asStored(value: unknown): unknown {
  return JSON.parse(toJsonb(value), (_key, part: unknown) => inOrderOfJsonb(part));
}

function inOrderOfJsonb(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, part]) => ({ key: Buffer.from(key), entry: [key, part] as const }));
  const shorterFirst = entries.sort(
    (left, right) => left.key.length - right.key.length || Buffer.compare(left.key, right.key),
  );
  return Object.fromEntries(shorterFirst.map(({ entry }) => entry));
}

/** JSON text of a value for a `jsonb` parameter. The escape of NUL is the only one Postgres refuses inside JSON. */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // the escapes of NUL and of lone surrogates are rare; any other control character may cost the closer look
  return text.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(text) ? JSON.stringify(storable(value)) : text;
}
