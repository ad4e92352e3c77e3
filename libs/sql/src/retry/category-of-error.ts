import type { Dialect, ErrorCategory } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';
import { plainCode } from './error-codes.js';

/**
 * By code (SQLSTATE, number, `ORA-00942`), else text. Missing functions are execution errors: schema advice would not
 * help.
 */
export function categoryOfError(dialect: Dialect, code: string | null, message: string): ErrorCategory {
  const { schema, syntax, categoriesByText } = dialectErrors(dialect);
  const known = plainCode(code);
  if (schema?.test(known)) return 'SCHEMA_ERROR';
  if (syntax?.test(known)) return 'SYNTAX_ERROR';
  return categoriesByText?.find(([pattern]) => pattern.test(message))?.[1] ?? 'EXECUTION_ERROR';
}
