import { describe, expect, it } from '@jest/globals';
import { DIALECTS, isFileDialect, urlExample, type Dialect } from '@assay/contracts';
import { statementTokens, tokenize } from '@assay/sql';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { sampleSql } from '../introspection/examples.js';
import { DRIVERS } from '../drivers.js';

const TEXTS = [
  'text',
  'varchar',
  'varchar(40)',
  'character varying(40)',
  'VARCHAR2(40)',
  'nvarchar(40)',
  'VARCHAR',
  'String',
];
const OTHERS = ['blob', 'BLOB', 'bytea', 'varbinary', 'image'];

function isStatement(sql: string, dialect: Dialect): boolean {
  const { problem, tokens } = tokenize(sql, dialect);
  return problem === null && /^(?:select|with)$/i.test(statementTokens(tokens)[0]?.text ?? '');
}

/** Serverless checks; `conformance-suite.ts` needs one. */
describe.each(DIALECTS)('the driver of %s', (dialect) => {
  const driver = DRIVERS[dialect]({ doubleQuotedTexts: false, allowFunctions: [] });
  const relation = { schema: null, name: 'customer "list"' };

  it('is of its dialect', () => {
    expect(driver.dialect).toBe(dialect);
  });

  it('is reached by the url that people are shown, as a file or a server', () => {
    const target = parseTargetUrl(dialect, urlExample(dialect));
    expect(target).toMatchObject({ kind: isFileDialect(dialect) ? 'file' : 'server', dialect });
  });

  it('quotes names in the statements that it builds', () => {
    const columns = ['full name', 'city'];
    const statements = [
      sampleSql(driver, relation, columns),
      driver.valueQuery({ relation, columns, values: ['rome', "o'hara"], prefix: true, rows: 5 }).sql,
    ];
    expect(statements.map((sql) => ({ sql, whole: isStatement(sql, dialect) }))).toEqual(
      statements.map((sql) => ({ sql, whole: true })),
    );
  });

  it('never writes a value into a statement as it is', () => {
    const value = "x' or 1 = 1 -- ";
    const query = driver.valueQuery({ relation, columns: ['city'], values: [value], prefix: false, rows: 5 });
    expect(query.sql).not.toContain('or 1 = 1');
  });

  it('knows which types hold text, and which have no examples', () => {
    expect(TEXTS.some((type) => driver.holdsText(type) && driver.showsExamples(type))).toBe(true);
    expect(OTHERS.some((type) => !driver.holdsText(type) && !driver.showsExamples(type))).toBe(true);
  });
});
