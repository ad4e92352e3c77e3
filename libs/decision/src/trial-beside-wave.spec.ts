import type { TrialDecision } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion } from './fixtures/simulated-question.js';

/** Ten candidates; each SQL fails the named tests, and judges object to the contested ones. */
function ask(
  names: string,
  fails: Record<string, number[]>,
  decision: TrialDecision,
  { tests = [1, 2], contested = [1] } = {},
): SimulatedQuestion {
  const given = names.split(' ');
  return new SimulatedQuestion(
    { settings: { effort: 'balanced', verdicts: 'weighed', sqlCandidates: 10, testBatches: 1, maxLevel: 'BASIC' } },
    agreeableAgents({
      'precompute-tests': () => ({
        reasoning: '',
        tests: tests.map((number) => ({ id: `t${number}`, statement: `T${number}`, evidenceCritical: false })),
      }),
      'evaluation-tests': () => ({ reasoning: '', tests: [] }),
      generate: ({ ordinal }) => candidate(given[ordinal - 1] ?? 'a'),
      evaluate: ({ payload: { candidate: judged } }) => ({
        ...verdicts(...tests.map((number) => !fails[judged.sql]?.includes(number) || 'no')),
        notDemanded: contested.filter((number) => fails[judged.sql]?.includes(number)),
      }),
      trial: ({ payload }) => ({
        reasoning: '',
        decisions: payload.contested.map(({ number }) => ({ number, decision, reason: 'so' })),
      }),
    }),
  );
}

const startsOf = (question: SimulatedQuestion, kind: string): number[] =>
  question.run.stages.flatMap((stage) => (stage.kind === kind ? [stage.startedAt] : []));

describe('the wave after a contested test', () => {
  it.each(['demanded', 'mistaken'] as const)(
    'starts with the trial if every result of the trial needs it: %s',
    (decision) => {
      const question = ask('a a b b', { a: [1, 2], b: [2] }, decision);
      question.runToEnd();
      const [trial] = startsOf(question, 'trial');
      expect(startsOf(question, 'generate')[1]).toBe(trial);
      expect(question.attempt(1).waves.map(({ candidates }) => candidates)).toEqual([4, 6]);
    },
  );

  it('waits for the trial where that may end the doubt', () => {
    const settled = ask('a a a a', { a: [1] }, 'mistaken');
    expect(settled.runToEnd()).toMatchObject({ status: 'GOLD' });
    expect(startsOf(settled, 'generate')).toHaveLength(1);
    const open = ask('a a a a', { a: [1] }, 'demanded');
    open.runToEnd();
    const [trial = 0] = startsOf(open, 'trial');
    expect(startsOf(open, 'generate')[1]).toBeGreaterThan(trial);
  });

  it.each([
    ['a mixed result leaves one class that passes', 'a a a b', { a: [1], b: [2] }, [1, 2, 3]],
    ['no requirement may be left', 'a a b b', { a: [1, 2], b: [2] }, [1, 2]],
    ['more than four tests are contested', 'a a b b', { a: [1, 2, 3, 4, 5, 6], b: [6] }, [1, 2, 3, 4, 5, 6]],
  ])('waits for the trial if %s', (_, names, fails, tests) => {
    const question = ask(names, fails, 'demanded', { tests, contested: [1, 2, 3, 4, 5] });
    question.runToEnd();
    const [trial = 0] = startsOf(question, 'trial');
    expect(startsOf(question, 'generate')[1]).toBeGreaterThan(trial);
  });
});
