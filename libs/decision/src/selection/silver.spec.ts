import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, reviews, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import { bestSilver } from './silver.js';

type Fields = Parameters<typeof candidate>[1];

/** Best of a failed question: passed tests (of four) per SQL and attempt. Threshold 50 %, all failures confirmed. */
function bestOf(attempts: Record<string, number>[], fields: Record<string, Fields> = {}): string | undefined {
  const namesOf = (attempt: number): string[] => Object.keys(attempts[attempt - 1] ?? {});
  const agents = agreeableAgents({
    'precompute-tests': () => ({
      reasoning: '',
      tests: [1, 2, 3, 4].map((test) => ({ id: `t${test}`, statement: `Test ${test}`, evidenceCritical: false })),
    }),
    'evaluation-tests': () => ({ reasoning: '', tests: [] }),
    generate: (task, { attempt }) => {
      const names = namesOf(attempt);
      const name = names[(task.ordinal - 1) % names.length] ?? 'none';
      return candidate(name, { complexity: 1, ...fields[name] });
    },
    evaluate: (task, { attempt }) => {
      const passed = attempts[attempt - 1]?.[task.payload.candidate.sql] ?? 0;
      return verdicts(...[1, 2, 3, 4].map((test) => test <= passed || 'no'));
    },
    supervise: () => reviews({}),
  });
  const settings = { sqlCandidates: 6, testBatches: 1, passThreshold: 50 };
  const question = new SimulatedQuestion({ settings }, agents);
  expect(question.runToEnd().status).toBe('FAILED');
  const silver = bestSilver(question.run);
  return question.run.stages
    .flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []))
    .find(({ id }) => id === silver?.finalist.candidate)?.result?.sql;
}

describe('bestSilver', () => {
  it('is none if no candidate of any level reached the threshold', () => {
    expect(bestOf([{ a: 1 }, { b: 0 }, { c: 1 }])).toBeUndefined();
  });

  it('has the highest pass rate of all levels', () => {
    expect(bestOf([{ a: 3, b: 2 }, { c: 2 }, { d: 2 }])).toBe('a');
  });

  it('comes from the stronger level where rates are equal', () => {
    expect(bestOf([{ a: 2 }, { b: 2 }, { c: 1 }])).toBe('b');
  });

  it('has the larger cluster, then the simpler SQL, within a level', () => {
    expect(bestOf([{ a: 2, b: 2, c: 2 }, {}, {}], { b: { cluster: 'x' }, c: { cluster: 'x', complexity: 0 } })).toBe(
      'c',
    );
    expect(bestOf([{ a: 2, b: 2 }, {}, {}], { a: { complexity: 5 }, b: { complexity: 4 } })).toBe('b');
  });
});
