import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparableStatement } from './comparable-statement.js';
import { dedupeTests, type DedupableTest } from './dedupe-tests.js';

const test = (id: string, statement: string, evidenceCritical = false): DedupableTest => ({
  id,
  statement,
  evidenceCritical,
});

describe('dedupeTests', () => {
  it('ignores punctuation and stop words, but no sign and no negation', () => {
    const { kept } = dedupeTests([
      test('a', 'The name is returned, and nothing else.'),
      test('b', 'Name is returned and nothing else'),
      test('c', 'Rows that are paid count: amount > -3'),
      test('d', 'Rows which are paid count; amount < -3'),
      test('e', 'Rows that are not paid count: amount > -3'),
      test('f', 'Rows that are paid count: amount > 3'),
      test('g', 'A student who has a cat but no dog is listed.'),
      test('h', 'A student who has a dog but no cat is listed.'),
    ]);
    expect(kept.map(({ id }) => id)).toEqual(['a', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('ignores case, white space and final punctuation', () => {
    const { kept, keptAs } = dedupeTests([
      test('a', 'Counts  the flights.'),
      test('b', 'counts the\nflights'),
      test('c', ' COUNTS THE FLIGHTS !? '),
      test('d', 'Counts the landings'),
    ]);
    expect(kept.map(({ id }) => id)).toEqual(['a', 'd']);
    expect([...keptAs]).toEqual([
      ['b', 'a'],
      ['c', 'a'],
    ]);
  });

  it('keeps what differs inside', () => {
    expect(dedupeTests([test('a', 'Uses < 5'), test('b', 'Uses <= 5'), test('c', "Uses '5'")]).kept).toHaveLength(3);
  });

  it('makes the kept test evidence-critical if any of its duplicates is', () => {
    const { kept } = dedupeTests([test('a', 'x'), test('b', 'X', true), test('c', 'y')]);
    expect(kept.map(({ evidenceCritical }) => evidenceCritical)).toEqual([true, false]);
  });

  it('does not make one of statements that are punctuation alone', () => {
    expect(comparableStatement('?')).not.toBe(comparableStatement('!'));
  });

  it('keeps each statement once, and accounts for every other', () => {
    const statements = fc.array(fc.constantFrom('a', 'A.', 'b', ' b ;', 'c'), { maxLength: 20 });
    fc.assert(
      fc.property(statements, (given) => {
        const { kept, keptAs } = dedupeTests(given.map((statement, index) => test(`t${index}`, statement)));
        expect(new Set(kept.map(({ statement }) => comparableStatement(statement))).size).toBe(kept.length);
        expect(kept.length + keptAs.size).toBe(given.length);
        for (const standsFor of keptAs.values()) expect(kept.map(({ id }) => id)).toContain(standsFor);
      }),
    );
  });
});
