import type { Dialect, ErrorCategory } from '@assay/contracts';
import { numberSet, type CodeSet } from './error-codes.js';

/**
 * Codes of what a statement names in vain or ambiguously: tables, columns, schemas, aliases. A missing function or
 * operator is none of these: it asks for other advice than a look at the schema, and is an execution error.
 */
const schemaCodes: Record<Dialect, CodeSet> = {
  postgres: /^(?:42P01|42703|42702|42P09|42P02|42704|42712|3F000|3D000)$/,
  mysql: numberSet(1049, 1051, 1052, 1054, 1060, 1066, 1109, 1146, 4161),
  mariadb: numberSet(1049, 1051, 1052, 1054, 1060, 1066, 1109, 1146, 4161),
  sqlserver: numberSet(107, 207, 208, 209, 1011, 1013, 4104, 8156),
  oracle: numberSet(904, 918, 942, 960, 1747, 4043),
  sqlite: null,
};

/** Codes of texts that are no statement of the dialect. */
const syntaxCodes: Record<Dialect, CodeSet> = {
  postgres: /^(?:42601|42602|42622|42611|42939)$/,
  mysql: numberSet(1064, 1065, 1149, 1248, 1583),
  mariadb: numberSet(1064, 1065, 1149, 1248, 1583),
  sqlserver: numberSet(101, 102, 103, 105, 113, 156, 170, 174, 319, 1018, 1033, 11555),
  oracle: numberSet(
    900,
    903,
    905,
    906,
    907,
    909,
    911,
    917,
    920,
    921,
    923,
    924,
    928,
    933,
    936,
    972,
    1740,
    1756,
    3048,
    3049,
  ),
  sqlite: null,
};

/** SQLite has one code for every fault of a statement: only its text tells them apart. */
const sqliteTexts: readonly [RegExp, ErrorCategory][] = [
  [/no such (?:table|column)|ambiguous column name|unknown database|no tables specified/i, 'SCHEMA_ERROR'],
  [/syntax error|incomplete input|unrecognized token/i, 'SYNTAX_ERROR'],
];

/**
 * The retry category of an error that a statement caused, by the database's code: SQLSTATE for PostgreSQL, the error
 * number for MySQL, MariaDB, SQL Server and Oracle (`942` or `ORA-00942`). Only SQLite is told apart by its text, because
 * it has no telling code. Whatever is neither syntax nor a name is an execution error.
 */
export function categoryOfError(dialect: Dialect, code: string | null, message: string): ErrorCategory {
  if (dialect === 'sqlite') return sqliteTexts.find(([pattern]) => pattern.test(message))?.[1] ?? 'EXECUTION_ERROR';
  const known = code?.replace(/^ORA-0*/i, '') ?? '';
  if (schemaCodes[dialect]?.test(known)) return 'SCHEMA_ERROR';
  if (syntaxCodes[dialect]?.test(known)) return 'SYNTAX_ERROR';
  return 'EXECUTION_ERROR';
}
