import type { Dialect, ErrorCategory } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';
import { plainCode } from './error-codes.js';

/**
 * The retry category of an error that a statement caused, by the database's code: SQLSTATE for PostgreSQL, the error
 * number for MySQL, MariaDB, SQL Server and Oracle (`942` or `ORA-00942`); by its text only where no code tells. A missing
 * function or operator asks for other advice than a look at the schema: it is an execution error, as is whatever is
 * neither syntax nor a name.
 */
export function categoryOfError(dialect: Dialect, code: string | null, message: string): ErrorCategory {
  const { schema, syntax, categoriesByText } = dialectErrors(dialect);
  const known = plainCode(code);
  if (schema?.test(known)) return 'SCHEMA_ERROR';
  if (syntax?.test(known)) return 'SYNTAX_ERROR';
  return categoriesByText?.find(([pattern]) => pattern.test(message))?.[1] ?? 'EXECUTION_ERROR';
}
