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
  it.each<[string, string, Record<string, number[]>, TrialDecision]>([
    ['two classes fail', 'a a b b', { a: [1, 2], b: [2] }, 'demanded'],
    ['two classes fail', 'a a b b', { a: [1, 2], b: [2] }, 'mistaken'],
    ['the only class fails', 'a a a a', { a: [1] }, 'demanded'],
    ['no requirement may be left', 'a a a a', { a: [1, 2] }, 'mistaken'],
  ])('starts with the trial where %s: %s, %j, %s', (_, names, fails, decision) => {
    const question = ask(names, fails, decision);
    question.runToEnd();
    const [trial] = startsOf(question, 'trial');
    expect(startsOf(question, 'generate')[1]).toBe(trial);
    expect(question.attempt(1).waves.map(({ candidates }) => candidates)).toEqual([4, 6]);
  });

  it('is not requested where the votes suffice in spite of an objection', () => {
    const question = ask('a a a b', { b: [1] }, 'demanded');
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD' });
    expect(startsOf(question, 'trial')).toHaveLength(1);
    expect(startsOf(question, 'generate')).toHaveLength(1);
  });
});
