import { storable } from '@assay/contracts';

export { storable, storableText } from '@assay/contracts';

/** JSON for a `jsonb` parameter, without NUL and lone surrogates, which Postgres refuses. */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // escapes of NUL and lone surrogates are rare: a cheap test first
  return text.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(text) ? JSON.stringify(storable(value)) : text;
}
