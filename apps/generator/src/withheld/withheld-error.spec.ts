import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema, Dialect, StatementError } from '@assay/contracts';
import { withheldError } from './withheld-error.js';

const column = { type: 'text', nullable: true, description: null, examples: [] };
const schemaOf = (dialect: Dialect): DatabaseSchema => ({
  dialect,
  name: 'shop',
  tables: [
    {
      schema: 'public',
      name: 'customer',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [
        { ...column, name: 'customer_id' },
        { ...column, name: 'city' },
      ],
      primaryKey: [],
      foreignKeys: [],
    },
  ],
});
const sql = "SELECT city::integer, custmer_id\nFROM customer WHERE city = 'Rome' LIMIT 10";
const error = (code: string | null, message: string, position: number | null = null): StatementError => ({
  category: 'EXECUTION_ERROR',
  code,
  message,
  position,
  hint: null,
});
const reported = (dialect: Dialect, given: StatementError): StatementError =>
  withheldError(given, { sql, schema: schemaOf(dialect) });

describe('an error where rows are withheld', () => {
  it.each<[Dialect, string | null, string, string]>([
    ['postgres', '22P02', 'invalid input syntax for type integer: "Rome"', 'invalid text representation (22P02)'],
    ['postgres', '2200N', 'invalid XML content (line 1: Premature end\n<a>Bologna)', 'invalid xml content (2200N)'],
    [
      'postgres',
      '22021',
      'invalid byte sequence for encoding "UTF8": 0xe5 0x52',
      'character not in repertoire (22021)',
    ],
    ['postgres', '42601', 'syntax error in tsquery: "Rome"', 'syntax error (42601)'],
    ['postgres', '42P01', 'relation "city" does not exist', 'undefined table (42P01)'],
    ['postgres', 'Rome!', 'what a function raised', 'the database could not run the statement'],
    ['mariadb', '1105', "XPATH syntax error: '~Bologna'", 'the database could not run the statement (1105)'],
    ['mariadb', '1054', "Unknown column 'Bologna' in 'SELECT'", 'unknown column (1054)'],
    ['mysql', '1366', "Incorrect integer value: 'Rome'", 'a value does not fit the wanted type (1366)'],
    ['sqlite', 'SQLITE_ERROR', "bad JSON path: 'Rome'", 'the statement is wrong, or a function was given'],
    ['sqlserver', '245', "Conversion failed when converting the varchar value 'Rome'", 'a value cannot be converted'],
    ['oracle', 'ORA-01722', 'ORA-01722: unable to convert string value containing "Rome"', 'a text is no number'],
  ])('of %s with code %s says nothing of what a cell holds', (dialect, code, message, expected) => {
    const { message: given } = reported(dialect, error(code, message));
    expect(given.startsWith(expected)).toBe(true);
    expect(given).not.toMatch(/Rome|Bologna|0x/);
  });

  it.each<[Dialect, string | null, string, number | null]>([
    ['postgres', '42703', 'column "custmer_id" does not exist', 23],
    ['postgres', '42883', 'operator does not exist: text + integer', 10],
    ['mysql', '1054', "Unknown column 'custmer_id' in 'field list'", null],
    ['mariadb', '1146', "Table 'shop.customer' doesn't exist", null],
    ['sqlite', 'SQLITE_ERROR', 'no such column: custmer_id', null],
    ['sqlserver', '207', "Invalid column name 'custmer_id'.", null],
    ['oracle', 'ORA-00904', 'ORA-00904: "CUSTMER_ID": invalid identifier', null],
    ['sqlite', 'SQLITE_INTERRUPT', 'the statement was ended after 5000 ms', null],
  ])('of %s with code %s keeps the names: %s', (dialect, code, message, position) => {
    expect(reported(dialect, error(code, message, position)).message).toBe(message);
  });

  it('keeps the position, and a hint that names columns of the schema', () => {
    const given = error('42703', 'column "custmer_id" does not exist', 23);
    const hint = 'Perhaps you meant to reference the column "customer.customer_id".';
    expect(reported('postgres', { ...given, hint })).toEqual({ ...given, hint });
    expect(reported('postgres', { ...given, hint: 'like "Torino"' })).toEqual({ ...given, hint: null });
  });
});
