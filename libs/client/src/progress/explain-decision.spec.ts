import { describe, expect, it } from '@jest/globals';
import type { SelectionMethod } from '@assay/contracts';
import { sampleRun } from '../testing/index.js';
import { explainDecision } from './explain-decision.js';

function explained(by: SelectionMethod): string {
  const run = sampleRun();
  const attempt = run.attempts[1];
  if (attempt?.selection) attempt.selection.by = by;
  return explainDecision({
    ...run,
    attempts: attempt === undefined ? [] : [{ ...attempt, caseBeforeReview: null, reason: null }],
  });
}

describe('explainDecision', () => {
  it('tells escalation, selection and review of a winner', () => {
    expect(explainDecision(sampleRun())).toBe(
      'BASIC was left for ADVANCED because no SQL held. It is the only distinct SQL, and passes all 2 tests. ' +
        'The supervisor withdrew what had failed at first.',
    );
  });

  it.each([
    ['only-passer', 'It is the only distinct SQL, and passes all 2 tests.'],
    ['single-result', 'Every SQL that passes all 2 tests returns the same rows; the simplest of them was taken.'],
    ['judge', 'It won the comparison of 1 finalist that pass all 2 tests, with 0 wins.'],
    [
      'cluster',
      'The judge saw no clear winner among 1 finalist; most candidates (2 of 2 valid candidates) return what it returns.',
    ],
    ['simplest', 'Neither the judge nor the vote could tell 1 finalist apart; it is the simplest of them.'],
    [
      'frequent',
      'Every SQL that passes all 2 tests returns the same rows; the text that most candidates gave was taken.',
    ],
    ['coin', 'Every SQL that passes all 2 tests returns the same rows, and none is simpler; a coin (seeded) decided.'],
    ['silver', 'No SQL passes every test; it comes closest: 2 of 2 tests, 100 % (SILVER begins at 90 %).'],
    ['bypass', 'Evaluation is bypassed here: it is the first valid SQL, and no test was run.'],
  ] as const)('says in words that the selection was by %s', (by, sentence) => {
    expect(explained(by)).toBe(sentence);
  });

  it('speaks of a single test as of one', () => {
    const run = sampleRun();
    const attempts = run.attempts.map((attempt) => ({ ...attempt, tests: attempt.tests.slice(0, 1) }));
    expect(explainDecision({ ...run, attempts })).toContain('It is the only distinct SQL, and passes the only test.');
  });

  it('says how close the best of a FAILED question came', () => {
    const run = sampleRun({ status: 'FAILED', case: 'D' });
    const [basic] = run.attempts;
    expect(explainDecision({ ...run, attempts: basic === undefined ? [] : [basic] })).toBe(
      'No SQL holds after BASIC; the best passes 50 % of its tests.',
    );
  });

  it('says when there was no valid SQL at all', () => {
    const run = sampleRun({ status: 'FAILED', case: null });
    const attempts = run.attempts.map((attempt) => ({ ...attempt, scores: [], reason: null, winner: null }));
    expect(explainDecision({ ...run, attempts })).toBe('No valid SQL was found, ADVANCED included.');
  });

  it('gives the cause of an ERROR, and tells cancelled and undecided from it', () => {
    const error = { code: 'MODEL_NOT_CONFIGURED', message: 'Set OPENAI_BASE_URL.' };
    const attempts: [] = [];
    expect(explainDecision(sampleRun({ status: 'ERROR', error, attempts }))).toBe(
      'MODEL_NOT_CONFIGURED: Set OPENAI_BASE_URL.',
    );
    expect(explainDecision(sampleRun({ status: 'CANCELLED', attempts }))).toBe('It was cancelled.');
    expect(explainDecision(sampleRun({ status: 'RUNNING', attempts }))).toBe('It is not decided yet.');
  });
});
