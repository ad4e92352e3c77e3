import { describe, expect, it } from '@jest/globals';
import { categoryOfError } from './category-of-error.js';

describe('categoryOfError', () => {
  it.each([
    ['postgres', '42703', 'SCHEMA_ERROR'],
    ['postgres', '42P01', 'SCHEMA_ERROR'],
    ['postgres', '42702', 'SCHEMA_ERROR'],
    ['postgres', '42601', 'SYNTAX_ERROR'],
    ['postgres', '42883', 'EXECUTION_ERROR'],
    ['postgres', '42803', 'EXECUTION_ERROR'],
    ['postgres', '22012', 'EXECUTION_ERROR'],
    ['postgres', '57014', 'EXECUTION_ERROR'],
    ['mysql', '1054', 'SCHEMA_ERROR'],
    ['mysql', '1146', 'SCHEMA_ERROR'],
    ['mysql', '1064', 'SYNTAX_ERROR'],
    ['mysql', '1055', 'EXECUTION_ERROR'],
    ['mysql', '1305', 'EXECUTION_ERROR'],
    ['mariadb', '1052', 'SCHEMA_ERROR'],
    ['mariadb', '1064', 'SYNTAX_ERROR'],
    ['mariadb', '1242', 'EXECUTION_ERROR'],
    ['sqlserver', '207', 'SCHEMA_ERROR'],
    ['sqlserver', '208', 'SCHEMA_ERROR'],
    ['sqlserver', '4104', 'SCHEMA_ERROR'],
    ['sqlserver', '102', 'SYNTAX_ERROR'],
    ['sqlserver', '8120', 'EXECUTION_ERROR'],
    ['oracle', '904', 'SCHEMA_ERROR'],
    ['oracle', 'ORA-00942', 'SCHEMA_ERROR'],
    ['oracle', 'ORA-00933', 'SYNTAX_ERROR'],
    ['oracle', '979', 'EXECUTION_ERROR'],
    ['clickhouse', '47', 'SCHEMA_ERROR'],
    ['clickhouse', '60', 'SCHEMA_ERROR'],
    ['clickhouse', '62', 'SYNTAX_ERROR'],
    ['clickhouse', '46', 'EXECUTION_ERROR'],
    ['clickhouse', '215', 'EXECUTION_ERROR'],
  ] as const)('takes the word of the code alone on %s: %s is a %s', (dialect, code, category) => {
    for (const misleading of ['syntax error', 'no such table: x', 'column does not exist', '']) {
      expect(categoryOfError(dialect, code, misleading)).toBe(category);
    }
  });

  it.each([
    ['no such column: x', 'SCHEMA_ERROR'],
    ['no such table: x', 'SCHEMA_ERROR'],
    ['ambiguous column name: id', 'SCHEMA_ERROR'],
    ['near "FORM": syntax error', 'SYNTAX_ERROR'],
    ['incomplete input', 'SYNTAX_ERROR'],
    ['unrecognized token: "\'x"', 'SYNTAX_ERROR'],
    ['no such function: foo', 'EXECUTION_ERROR'],
    ['misuse of aggregate: COUNT()', 'EXECUTION_ERROR'],
  ] as const)('reads the text of SQLite, whose code is generic: %s', (message, category) => {
    expect(categoryOfError('sqlite', 'SQLITE_ERROR', message)).toBe(category);
  });

  it('does not guess from the text of an engine that has codes', () => {
    expect(categoryOfError('postgres', null, 'syntax error at or near "x"')).toBe('EXECUTION_ERROR');
  });
});
