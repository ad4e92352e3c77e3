import { describe, expect, it } from '@jest/globals';
import { DIALECTS } from '@assay/contracts';
import { guardSql } from '../guard/guard.js';
import type { DialectIdiom } from './dialect-facts.js';
import { dialectFacts } from './facts-by-dialect.js';

function idioms(dialect: (typeof DIALECTS)[number]): [string, DialectIdiom][] {
  const { name: _name, pitfalls: _pitfalls, ...rest } = dialectFacts(dialect);
  return Object.entries(rest);
}

describe('dialectFacts', () => {
  it.each(DIALECTS.flatMap((dialect) => idioms(dialect).map(([name, { example }]) => ({ dialect, name, example }))))(
    'gives an example of $name that is a plain read on $dialect',
    async ({ dialect, example }) => {
      expect(await guardSql(example, dialect)).toMatchObject({ allowed: true });
    },
  );

  it.each(DIALECTS)('knows the pitfalls of %s', (dialect) => {
    expect(dialectFacts(dialect).pitfalls.length).toBeGreaterThan(5);
  });

  it('does not repeat errors that are often copied', () => {
    expect(dialectFacts('sqlite').currentTimestamp.example).toContain("datetime('now')");
    expect(dialectFacts('mysql').stringLength.rule).toContain('CHAR_LENGTH');
    expect(dialectFacts('sqlserver').stringLength.example).toContain('LEN');
    expect(dialectFacts('oracle').limit.rule).toContain('FETCH FIRST');
  });
});
