import { storable } from '@assay/contracts';

export { storable, storableText } from '@assay/contracts';

/** JSON text of a value for a `jsonb` parameter. The escape of NUL is the only one Postgres refuses inside JSON. */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // the escapes of NUL and of lone surrogates are rare; any other control character may cost the closer look
  return text.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(text) ? JSON.stringify(storable(value)) : text;
}
