import { describe, expect, it } from '@jest/globals';
import type { QuestionRun, StageState } from '@assay/decision';
import { describeSpending } from './with-spending.js';

const stages = (...statuses: string[]): Pick<QuestionRun, 'stages'> => ({
  stages: [{ tasks: statuses.map((status) => ({ status })) } as unknown as StageState],
});

describe('what was spent at a limit', () => {
  it('is reported in total and by agent', () => {
    const spending = [
      { agent: 'generator', calls: 2, tokens: 900, costUsd: 0.02, unpriced: 0 },
      { agent: 'evaluator', calls: 1, tokens: 100, costUsd: 0.0005, unpriced: 0 },
    ];
    expect(describeSpending(spending, stages('DONE', 'DEAD'))).toBe(
      'Spent on models: 1000 tokens, $0.0205 in 3 calls (generator 900 tokens, $0.0200 in 2 calls; ' +
        'evaluator 100 tokens, $0.0005 in 1 call).',
    );
  });

  it('says what it cannot know: unknown prices, calls under way', () => {
    const spending = [{ agent: 'generator', calls: 1, tokens: 900, costUsd: 0, unpriced: 1 }];
    expect(describeSpending(spending, stages('RUNNING', 'READY', 'DONE'))).toMatch(
      /The price of 1 call is not known\. Open tasks stopped: 2;/,
    );
  });

  it('may be nothing', () => {
    expect(describeSpending([], stages())).toBe('Nothing was spent on models.');
  });
});
