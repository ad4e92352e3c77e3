import { describe, expect, it } from '@jest/globals';
import { viewAttempt } from './attempt-view.js';
import { countVerdicts, explainNonFinalists } from './attempt-words.js';
import { attempt, candidate, test, verdict } from './testing/attempt-fixture.js';

const score = (of: string, passRate: number) =>
  ({ candidate: of, by: 'evaluator', passed: 1, total: 1, passRate, text: '' }) as const;

describe('countVerdicts', () => {
  it('counts what the supervisor looked at again by itself', () => {
    const view = viewAttempt(
      attempt({
        candidates: [candidate('a'), candidate('b', { ordinal: 2 })],
        tests: [test('t', 1)],
        verdicts: [verdict('a', 't', 'PASS'), verdict('b', 't', 'FAIL'), verdict('b', 't', 'PASS', 'supervisor')],
      }),
    );
    expect(countVerdicts(view)).toBe('1 test × 2 SQLs, 2 verdicts, 1 looked at again by the supervisor');
  });
});

describe('explainNonFinalists', () => {
  it('names the finalist that returns the same as a passer which is none', () => {
    const view = viewAttempt(
      attempt({
        candidates: [
          candidate('a', { ordinal: 1, cluster: 'one' }),
          candidate('b', { ordinal: 2, cluster: 'other' }),
          candidate('c', { ordinal: 3, cluster: 'one' }),
          candidate('d', { ordinal: 4, cluster: 'one' }),
        ],
        scores: [score('a', 100), score('b', 100), score('c', 100), score('d', 50)],
        selection: {
          by: 'judge',
          leftOut: 2,
          finalists: ['a', 'b'].map((id) => ({ candidate: id, clusterSize: 1, complexity: 1, wins: 0 })),
        },
      }),
    );
    expect(explainNonFinalists(view)).toEqual([
      'SQL #3 passes every test, too, and returns the same as SQL #1.',
      'Not compared, because too many pass: 2 results of SQLs that pass.',
    ]);
  });
});
