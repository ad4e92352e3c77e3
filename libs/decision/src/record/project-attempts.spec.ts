import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, invalid, reviews, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from '../fixtures/simulated-question.js';
import { projectAttempts } from './project-attempts.js';

const tenTests = Array.from({ length: 10 }, (_, index) => ({
  id: `t${index + 1}`,
  statement: `Test ${index + 1}`,
  evidenceCritical: index === 0,
}));

function ended(agents: Partial<Agents>, options: RunOptions = {}): SimulatedQuestion {
  const settings = { sqlCandidates: 2, testBatches: 1, ...options.settings };
  const question = new SimulatedQuestion({ ...options, settings }, agreeableAgents(agents));
  question.runToEnd();
  return question;
}

const attemptsOf = (question: SimulatedQuestion): ReturnType<typeof projectAttempts> =>
  projectAttempts(question.run, (examination) => [[examination]]);

describe('projectAttempts', () => {
  it('shows what the evaluator said, and beside it what the supervisor changed', () => {
    const [attempt] = attemptsOf(
      ended({
        'precompute-tests': () => ({ reasoning: '', tests: tenTests }),
        'evaluation-tests': () => ({ reasoning: '', tests: [] }),
        evaluate: () => verdicts(true, true, true, true, true, true, true, true, true, 'a, b'),
        supervise: () => reviews({ 10: true }),
      }),
    );
    expect(attempt).toMatchObject({
      level: 'BASIC',
      reason: null,
      case: 'A',
      caseBeforeReview: 'C',
      passThreshold: 90,
    });
    expect(attempt?.verdicts.filter(({ test }) => test === 't10')).toEqual([
      expect.objectContaining({ verdict: 'FAIL', reason: 'a, b', severity: null, by: 'evaluator' }),
      expect.objectContaining({ verdict: 'PASS', reason: 'not grave', severity: 'minor', by: 'supervisor' }),
    ]);
    expect(attempt?.evaluations.map(({ by }) => by)).toEqual(['evaluator', 'supervisor']);
    expect(attempt?.scores.map(({ text }) => text)).toEqual([
      `SQL #1: ${'OK, '.repeat(9)}KO - "a, b"`,
      `SQL #1: ${Array.from({ length: 10 }, () => 'OK').join(', ')}`,
    ]);
  });

  it('keeps the last failure of a candidate, which no retry event has', () => {
    const failure = { category: 'EVIDENCE_MISMATCH' as const, message: 'It counts: it sums' };
    const lastFailure = { ...failure, failedChecks: [{ check: 'It counts', reason: 'it sums' }] };
    const [attempt] = attemptsOf(
      ended({
        generate: ({ ordinal }) =>
          ordinal === 1 ? { ...invalid('select 1', failure.message), lastFailure } : candidate('select 2'),
      }),
    );
    expect(attempt?.candidates[0]?.lastFailure).toEqual(lastFailure);
    expect(attempt?.candidates[1]).not.toHaveProperty('lastFailure');
  });

  it('shows every test, and its representative', () => {
    const [attempt] = attemptsOf(
      ended({
        'precompute-tests': () => ({ reasoning: '', tests: tenTests }),
        'evaluation-tests': () => ({
          reasoning: '',
          tests: [{ id: 'again', statement: 'test 2.', evidenceCritical: true }],
        }),
        'reduce-tests': () => ({
          reasoning: '',
          groups: [
            { keep: 1, duplicates: [] },
            { keep: 2, duplicates: [3, 4] },
            ...[5, 6, 7, 8, 9, 10].map((keep) => ({ keep, duplicates: [] })),
          ],
          reasks: 0,
        }),
      }),
    );
    const byId = new Map(attempt?.tests.map((test) => [test.id, test]));
    expect(byId.size).toBe(11);
    expect(byId.get('t2')).toMatchObject({
      number: 2,
      evidenceCritical: true,
      keptAs: null,
      moment: 'precompute',
      batch: 1,
    });
    expect(byId.get('t2')?.duplicates.toSorted()).toEqual(['again', 't3', 't4']);
    expect(byId.get('t3')).toMatchObject({ number: null, keptAs: 't2', duplicates: [] });
    expect(byId.get('again')).toMatchObject({ number: null, keptAs: 't2', moment: 'evaluation' });
    expect(byId.get('t5')).toMatchObject({ number: 3 });
  });

  it('lists a candidate that could not be judged as UNDECIDED on every test, and never as failed', () => {
    const [attempt] = attemptsOf(
      ended({
        generate: (task) => candidate(task.ordinal === 1 ? 'judged' : 'unlucky'),
        evaluate: (task) =>
          task.payload.candidate.sql === 'unlucky' ? dead('TIMEOUT', 'no answer') : verdicts(true, true),
      }),
    );
    const unlucky = attempt?.candidates.find(({ sql }) => sql === 'unlucky')?.id;
    const rows = attempt?.verdicts.filter((verdict) => verdict.candidate === unlucky);
    expect(rows).toHaveLength(2);
    for (const row of rows ?? [])
      expect(row).toMatchObject({ verdict: 'UNDECIDED', reason: 'no answer', by: 'evaluator' });
    expect(attempt?.scores.at(-1)).toMatchObject({ candidate: unlucky, passed: 0, text: 'SQL #2: ??, ??' });
  });

  it('shows one row per comparison, both orders under the same a and b', () => {
    const [attempt] = attemptsOf(ended({ generate: (task) => candidate(`sql ${task.ordinal}`) }));
    const [forth, back] = attempt?.comparisons ?? [];
    expect([forth?.a, forth?.b]).toEqual([back?.a, back?.b]);
    expect(new Set([forth?.shownFirst, back?.shownFirst])).toEqual(new Set([forth?.a, forth?.b]));
    expect(attempt?.selection?.finalists).toHaveLength(2);
    expect(attempt?.candidates.map(({ id }) => id)).toContain(attempt?.winner);
  });

  it('shows candidates with what they returned, and marks SQL that failed before', () => {
    const attempts = attemptsOf(
      ended({
        generate: (task, { attempt }) =>
          task.ordinal === 1 ? candidate('stubborn') : invalid(`oops ${attempt}`, 'bad'),
        evaluate: () => verdicts('no', 'no'),
      }),
    );
    expect(attempts).toHaveLength(3);
    expect(attempts.map(({ candidates }) => candidates.map(({ repeatsFailed }) => repeatsFailed))).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ]);
    expect(attempts[0]?.candidates[0]?.execution).toMatchObject({ rows: [['examination of stubborn']], error: null });
    expect(attempts[0]?.candidates[1]?.execution).toBeNull();
    expect(attempts[2]).toMatchObject({ reason: 'ALL_FAILED', escalationContext: { failedSqls: expect.any(Array) } });
    expect(attempts.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  });
});
