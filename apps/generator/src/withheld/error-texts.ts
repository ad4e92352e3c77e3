import type { Dialect } from '@assay/contracts';
import { dialectErrors } from '@assay/sql';

/** What engines number their errors with; anything else as a code may be somebody's text. */
const NUMBERED = /^(?:ORA-)?\d{1,6}$/;

/** What an engine means by a code, in words that hold no value; errors that are not kept are told by their number. */
export function textOfCode(dialect: Dialect, code: string | null): string {
  const text = dialectErrors(dialect).meanings.get(code ?? '');
  if (text !== undefined) return `${text} (${code})`;
  const named = code !== null && NUMBERED.test(code) ? ` (${code})` : '';
  return `the database could not run the statement${named}`;
}
