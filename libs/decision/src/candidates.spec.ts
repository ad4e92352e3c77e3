import { describe, expect, it } from '@jest/globals';
import { candidatesOf, candidateViews, distinctCandidates } from './candidates.js';
import { agreeableAgents, candidate, dead, invalid } from './fixtures/scripted-agents.js';
import { SimulatedQuestion } from './fixtures/simulated-question.js';

function generated(...given: (ReturnType<typeof candidate> | ReturnType<typeof dead>)[]): SimulatedQuestion {
  const agents = agreeableAgents({ generate: (task) => given[task.ordinal - 1] ?? candidate('none') });
  const question = new SimulatedQuestion({ settings: { sqlCandidates: given.length } }, agents);
  question.runToEnd();
  return question;
}

describe('candidates', () => {
  const question = generated(
    invalid('broken', 'no'),
    candidate('first'),
    dead('TIMEOUT'),
    candidate('FIRST', { cluster: 'rows of first' }),
    candidate('second', { cluster: 'rows of first' }),
  );
  const candidates = candidatesOf(question.run, 1);

  it('are what was delivered, by ordinal, with strategy and temperature', () => {
    expect(candidates.map(({ ordinal, sql }) => [ordinal, sql])).toEqual([
      [1, 'broken'],
      [2, 'first'],
      [4, 'FIRST'],
      [5, 'second'],
    ]);
    expect(candidates[0]).toMatchObject({ strategy: expect.any(String), temperature: expect.any(Number) });
  });

  it('are distinct where no earlier one has the same canonical SQL', () => {
    expect(distinctCandidates(candidates).map(({ sql }) => sql)).toEqual(['broken', 'first', 'second']);
  });

  it('are numbered from 1 for the judges: the distinct valid ones', () => {
    expect(candidateViews(candidates)).toMatchObject([
      { number: 1, sql: 'first', examination: 'examination of first' },
      { number: 2, sql: 'second' },
    ]);
  });
});
