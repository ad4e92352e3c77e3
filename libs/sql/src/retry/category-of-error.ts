import type { Dialect, ErrorCategory } from '@assay/contracts';

type Rule = readonly [pattern: RegExp, category: ErrorCategory];

/** SQLSTATE of PostgreSQL (appendix A of its documentation). */
const POSTGRES: readonly Rule[] = [
  [/^(42P01|42703|42883|42P02|3F000|3D000|42704|42702|42P09|42725|42712)$/, 'SCHEMA_ERROR'],
  [/^(42601|42611|42622|42P10|42602|42939)$/, 'SYNTAX_ERROR'],
  [/^42/, 'EXECUTION_ERROR'],
];

/** Error numbers of MySQL and MariaDB. */
const MYSQL: readonly Rule[] = [
  [/^(1146|1054|1109|1305|1630|1049|1052|1060|1066)$/, 'SCHEMA_ERROR'],
  [/^(1064|1149|1065|1582|1248)$/, 'SYNTAX_ERROR'],
];

/** Error numbers of SQL Server. */
const SQLSERVER: readonly Rule[] = [
  [/^(207|208|209|195|4104|2812|4121|1011|1013)$/, 'SCHEMA_ERROR'],
  [/^(102|103|105|156|170|319|1018|1033|11555)$/, 'SYNTAX_ERROR'],
];

/** ORA- numbers. */
const ORACLE: readonly Rule[] = [
  [/^(?:ORA-?)?0*(904|942|918|4043|6553|1747|2289)$/i, 'SCHEMA_ERROR'],
  [/^(?:ORA-?)?0*(900|903|905|906|907|909|911|917|920|921|923|924|928|933|936|1756)$/i, 'SYNTAX_ERROR'],
];

/** SQLite has one code for all faults of a statement: only its text tells them apart. */
const SQLITE_TEXT: readonly Rule[] = [
  [/no such (table|column|function)|ambiguous column name|unknown database/i, 'SCHEMA_ERROR'],
  [/syntax error|incomplete input|unrecognized token|wrong number of arguments/i, 'SYNTAX_ERROR'],
];

const BY_CODE: Readonly<Record<Dialect, readonly Rule[]>> = {
  postgres: POSTGRES,
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlserver: SQLSERVER,
  oracle: ORACLE,
  sqlite: [],
};

/** The retry category of a database's error, by its code; by its text only where there is no telling code. */
export function categoryOfError(dialect: Dialect, code: string | null, message: string): ErrorCategory {
  const byText = dialect === 'sqlite' ? SQLITE_TEXT : [];
  const found =
    BY_CODE[dialect].find(([pattern]) => code !== null && pattern.test(code)) ??
    byText.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? 'EXECUTION_ERROR';
}
