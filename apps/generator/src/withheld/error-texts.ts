import type { Dialect } from '@assay/contracts';
import { dialectErrors } from '@assay/sql';

/** Engine error numbers; other codes may be user text. */
const NUMBERED = /^(?:ORA-)?\d{1,6}$/;

/** Meaning of an error code without values; unknown ones by number. */
export function textOfCode(dialect: Dialect, code: string | null): string {
  const text = dialectErrors(dialect).meanings.get(code ?? '');
  if (text !== undefined) return `${text} (${code})`;
  const named = code !== null && NUMBERED.test(code) ? ` (${code})` : '';
  return `the database could not run the statement${named}`;
}
