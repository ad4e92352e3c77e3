import { describe, expect, it } from '@jest/globals';
import type { AttemptRecord, SelectionMethod } from '@assay/contracts';
import { sampleId, sampleRun } from '../testing/index.js';
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

function sentencesOf(text: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim());
}

describe('explainDecision', () => {
  it('explains escalation, selection and review of a winner', () => {
    expect(explainDecision(sampleRun())).toBe(
      'It went from the fast to the strong models, because no SQL passed. It is the only distinct SQL, and passes all 2 tests. ' +
        'A second look withdrew what had failed at first.',
    );
  });

  it.each([
    ['only-passer', 'It is the only distinct SQL, and passes all 2 tests.'],
    ['single-result', 'Every SQL that passes all 2 tests returns the same rows; the simplest of them was taken.'],
    ['judge', 'It won the comparison of 1 SQL that pass all 2 tests, with 0 wins.'],
    ['cluster', 'The judge saw no clear winner among 1 SQL; most SQLs (2 of 2 valid SQLs) return the same result.'],
    ['simplest', 'Neither the judge nor the vote could distinguish 1 SQL; it is the simplest of them.'],
    ['frequent', 'Every SQL that passes all 2 tests returns the same rows; the most frequent text was chosen.'],
    ['coin', 'Every SQL that passes all 2 tests returns the same rows, and none is simpler; a random choice decided.'],
    ['silver', 'No SQL passes every test; it comes closest: 2 of 2 tests, 100 % (SILVER begins at 90 %).'],
    ['bypass', 'It is the first valid SQL; no test was run.'],
  ] as const)('says in words that the selection was by %s', (by, sentence) => {
    expect(explained(by)).toBe(sentence);
  });

  it('counts behaviours where it alone passes: what behaves alike is judged once', () => {
    const run = sampleRun();
    const [, won] = run.attempts;
    if (won === undefined || won.winner === null || won.candidates[0] === undefined) throw new Error('no winner');
    const [right] = won.candidates;
    const more = [1, 2].map((n) => ({
      ...right,
      id: sampleId(900 + n),
      ordinal: 10 + n,
      duplicateOf: null,
      valid: true,
    }));
    const candidates = [...won.candidates, ...more];
    const classOf = (id: string, members: string[]): AttemptRecord['behaviours'][number] => ({
      id,
      representative: members[0] ?? id,
      candidates: members,
      share: 0.5,
      posterior: null,
    });
    const explainedWith = (behaviours: AttemptRecord['behaviours']): string =>
      explainDecision({
        ...run,
        attempts: [{ ...won, candidates, behaviours, reason: null, caseBeforeReview: null }],
      });
    const [one, two] = [sampleId(901), sampleId(902)];
    expect(explainedWith([])).toBe('It alone, of 3 distinct SQLs, passes all 2 tests.');
    expect(explainedWith([classOf('a', [won.winner]), classOf('b', [one, two])])).toBe(
      'Of 3 distinct SQLs, which behave in 2 ways, it alone passes all 2 tests.',
    );
    expect(explainedWith([classOf('a', [won.winner, one]), classOf('b', [two])])).toBe(
      'Of 3 distinct SQLs, which behave in 2 ways, only it and the one that behaves like it pass all 2 tests.',
    );
  });

  it('names the open point, and the meaning of the answer', () => {
    const [taken, other] = [sampleId(51), sampleId(52)];
    const reading = { statement: 's', sql: 'SELECT 1', share: 0.5, posterior: null, rowCount: 1 };
    const openPoint = {
      id: sampleId(53),
      question: 'Authors of no known country: are they counted?',
      settled: null,
      options: [
        { id: 'a', meaning: 'Yes, in a line of their own.', reading: taken },
        { id: 'b', meaning: 'No.', reading: other },
      ],
    };
    const readings = [
      { ...reading, id: taken, chosen: true },
      { ...reading, id: other, chosen: false },
    ];
    expect(explainDecision(sampleRun({ openPoints: [openPoint], readings }))).toMatch(
      /The meaning was not chosen \(Authors of no known country: are they counted\?\), and this answer takes “Yes, in a line of their own”\.$/,
    );
    const [two, reached] = [
      [openPoint, openPoint],
      sampleRun().attempts.map((each) => ({ ...each, reason: 'NO_SQL' as const })),
    ];
    const longest = sampleRun({ openPoints: two, readings, attempts: [...reached, ...sampleRun().attempts.slice(1)] });
    expect(sentencesOf(explainDecision(longest))).toEqual([
      'It went from the fast to the strong models, because the models refused or wrote no valid SQL, then to the strong models, because no SQL passed.',
      'It is the only distinct SQL, and passes all 2 tests.',
      'The meanings of 2 points were not chosen (first: Authors of no known country: are they counted?), and this answer takes “Yes, in a line of their own”.',
    ]);
    for (const part of [
      { silver: { why: 'untested' as const, message: 'No test could be written. It is 40 % likely to be right.' } },
      { reason: { kind: 'tests' as const, message: 'No SQL passes. The likeliest has a probability of 40 %.' } },
    ]) {
      const explained = sentencesOf(explainDecision({ ...longest, ...part }));
      expect([explained.length, explained.at(-1)]).toEqual([3, expect.stringContaining('points were not chosen')]);
    }
    const settled = explainDecision(sampleRun({ openPoints: [{ ...openPoint, settled: 'a' }], readings }));
    expect(settled).not.toContain('The meaning was not chosen');
  });

  it('says of no SILVER that what it fails was withdrawn', () => {
    const run = sampleRun({ status: 'SILVER' });
    for (const { selection } of run.attempts) if (selection !== null) selection.by = 'silver';
    expect(run.attempts.at(-1)?.caseBeforeReview).toBe('C');
    expect(explainDecision(run)).not.toContain('withdrew');
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
      'No SQL passes every test with the fast models; the best passes 50 % of its tests.',
    );
  });

  it('says when there was no valid SQL at all', () => {
    const run = sampleRun({ status: 'FAILED', case: null });
    const attempts = run.attempts.map((attempt) => ({ ...attempt, scores: [], reason: null, winner: null }));
    expect(explainDecision({ ...run, attempts })).toBe('No valid SQL was found, not by the strong models either.');
  });

  it('gives the cause of an ERROR, and distinguishes cancelled and undecided', () => {
    const error = { code: 'MODEL_NOT_CONFIGURED', message: 'Set OPENAI_BASE_URL.' };
    const attempts: [] = [];
    expect(explainDecision(sampleRun({ status: 'ERROR', error, attempts }))).toBe(
      'MODEL_NOT_CONFIGURED: Set OPENAI_BASE_URL.',
    );
    expect(explainDecision(sampleRun({ status: 'CANCELLED', attempts }))).toBe('It was cancelled.');
    expect(explainDecision(sampleRun({ status: 'RUNNING', attempts }))).toBe('It is not decided yet.');
  });
});
