import { describe, expect, it } from '@jest/globals';
import type { GeneratorResult, QuestionResult } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';
import { inWords } from './in-words.js';

function runOf(...attempts: Partial<GeneratorResult>[][]): QuestionRun {
  const stages = attempts.map((results, index) => ({
    attempt: index + 1,
    kind: 'generate',
    round: 1,
    tasks: results.map((result, place) => ({
      ...{ id: `${index} ${place}`, ordinal: place + 1, status: 'DONE', duplicateOf: null, payload: {} },
      result: { sql: '', canonical: result.sql ?? '', valid: false, ...result },
    })),
  }));
  const settings = { judge: 'text' };
  return { settings, attempts: attempts.map((_, index) => ({ ordinal: index + 1 })), stages } as unknown as QuestionRun;
}
const won = (sql: string, result: 'GOLD' | 'SILVER' = 'GOLD'): QuestionResult => {
  return { result, sqlList: [{ sql, failedTests: [] }] };
};

describe('the ending in words', () => {
  it("gives the winner's own summary", () => {
    const run = runOf([
      { sql: 'select 1', valid: true, summary: 'one' },
      { sql: 'select 2', valid: true, summary: 'two' },
    ]);
    expect(inWords(run, 'GOLD', won('select 2'))).toEqual({ summary: 'two', refusals: [] });
  });

  it('gives that of an earlier attempt where SILVER is of one', () => {
    const run = runOf([{ sql: 'select 1', valid: true, summary: 'one' }], [{ sql: 'select 2', valid: true }]);
    expect(inWords(run, 'SILVER', won('select 1', 'SILVER')).summary).toBe('one');
  });

  it('gives none where the model said none, and where nothing won', () => {
    const run = runOf([
      { sql: 'select 1', valid: true },
      { sql: 'select 2', summary: 'two' },
    ]);
    expect(inWords(run, 'GOLD', won('select 1')).summary).toBeNull();
    expect(
      inWords(run, 'FAILED', { result: 'FAILED', sqlList: [{ sql: 'select 2', failedTests: [] }] }).summary,
    ).toBeNull();
    expect(inWords(run, 'ERROR', null)).toEqual({ summary: null, refusals: [] });
  });

  it('lists each reason of a refusal once, the latest first, only for FAILED', () => {
    const run = runOf([{ refusal: 'no weather' }, { refusal: 'no rain' }], [{ refusal: 'no weather' }, {}]);
    expect(inWords(run, 'FAILED', null).refusals).toEqual(['no weather', 'no rain']);
    expect(inWords(run, 'GOLD', null).refusals).toEqual([]);
  });
});
