import { describe, expect, it } from '@jest/globals';
import type { FoundValue } from '@assay/contracts';
import { ask } from '../fixtures/asked-question.js';
import { evidenceFindings } from './evidence-findings.js';

const found = (stored: string): FoundValue => ({ value: stored, table: 'colour', column: 'colour', stored });

describe('findings about evidence', () => {
  it.each([
    ['rate = DIVIDE(COUNT(a), COUNT(b)', 'Brackets do not match'],
    ['share = (a / b))', 'Brackets do not match'],
    ['missing weight refers to weight_kg = NULL', 'comparison with NULL'],
  ])('name a formula that cannot run: %s', (item, words) => {
    expect(evidenceFindings([item], null)).toEqual([expect.stringContaining(words)]);
  });

  it.each(['rate = COUNT(a) / COUNT(b)', 'steps: 1) count 2) divide', "status = 'a (b' means open", 'weight IS NULL'])(
    'do not name what can run: %s',
    (item) => {
      expect(evidenceFindings([item], { found: [found('a (b')] })).toEqual([]);
    },
  );

  it('name values that do not occur, and those that are spelt otherwise', () => {
    expect(evidenceFindings(["blue eyes refer to colour = 'blue'"], { found: [found('Blue')] })).toEqual([
      "The evidence writes 'blue'; colour.colour holds 'Blue'.",
    ]);
    expect(evidenceFindings(["green skin refers to colour = 'grene'"], { found: [found('Green')] })).toEqual([
      "The evidence names 'grene', and no text column was found to hold it.",
    ]);
    expect(evidenceFindings(["colour = 'Blue'"], { found: [found('Blue')] })).toEqual([]);
  });

  it('say nothing of values that were not looked up, of patterns and of numbers', () => {
    expect(evidenceFindings(["colour = 'grene'"], null)).toEqual([]);
    expect(evidenceFindings(["name LIKE '%man'", "year = '2009'", "women: gender = 'F'"], { found: [] })).toEqual([]);
  });

  it('call no value absent after a search that was not complete', () => {
    const partial = { found: [found('Blue')], isPartial: true as const };
    expect(evidenceFindings(["eye = 'blue', skin = 'grene'"], partial)).toEqual([
      "The evidence writes 'blue'; colour.colour holds 'Blue'.",
    ]);
  });

  it('are warnings of the question, once, and none of values where rows stay at home', () => {
    const evidence = ["green skin refers to colour = 'grene'", 'rate = (a / b))'];
    const prepare = (): object => ({ found: [found('Green')] });
    const warnings = (sendRows: boolean): string[] => {
      const options = { evidence, hasEvidence: true, brokenFormulas: ['SUM(a,)'], settings: { sendRows } };
      const question = ask({ prepare }, options);
      question.runToEnd();
      return question.events.flatMap((event) =>
        event.type === 'warning-raised' && event.code === 'EVIDENCE_DOUBTFUL' ? [event.message] : [],
      );
    };
    expect(warnings(true)).toEqual([
      expect.stringContaining("'grene'"),
      expect.stringContaining('Brackets'),
      expect.stringContaining('cannot be parsed: SUM(a,)'),
    ]);
    expect(warnings(false)).toEqual([expect.stringContaining('Brackets'), expect.stringContaining('SUM(a,)')]);
  });
});
