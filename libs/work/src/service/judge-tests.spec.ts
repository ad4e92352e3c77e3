import { describe, expect, it } from '@jest/globals';
import { judgeTests, type JudgedEntry } from './judge-tests.js';

const entry = (test: number, verdict: 'OK' | 'KO', reason = ''): JudgedEntry => ({ test, verdict, reason });

function scripted(...answers: JudgedEntry[][]): {
  asked: number[][];
  ask: Parameters<typeof judgeTests<JudgedEntry>>[1];
} {
  const asked: number[][] = [];
  return {
    asked,
    ask: async (numbers) => {
      asked.push([...numbers]);
      return { reasoning: `ask ${asked.length}`, entries: answers[asked.length - 1] ?? [] };
    },
  };
}

describe('judging tests', () => {
  it('matches verdicts by number, not by position', async () => {
    const { ask, asked } = scripted([entry(3, 'KO', 'three'), entry(1, 'OK'), entry(2, 'OK')]);
    const judged = await judgeTests([1, 2, 3], ask);
    expect(judged.byNumber.get(3)).toEqual(entry(3, 'KO', 'three'));
    expect(asked).toHaveLength(1);
    expect(judged).toMatchObject({ missing: [], extra: [], contradicting: [], reasks: 0 });
  });

  it('asks again for missing tests alone, under their own numbers, twice at most', async () => {
    const { ask, asked } = scripted([entry(2, 'OK')], [entry(3, 'OK')], []);
    const judged = await judgeTests([1, 2, 3], ask);
    expect(asked).toEqual([[1, 2, 3], [1, 3], [1]]);
    expect([...judged.byNumber.keys()]).toEqual([2, 3]);
    expect(judged).toMatchObject({ missing: [1, 3], reasks: 2, reasoning: 'ask 1\n\nask 2\n\nask 3' });
  });

  it('treats contradicting verdicts as none, and drops unrequested verdicts', async () => {
    const { ask, asked } = scripted(
      [entry(1, 'OK'), entry(1, 'KO'), entry(2, 'KO'), entry(2, 'KO'), entry(9, 'OK')],
      [entry(1, 'KO')],
    );
    const judged = await judgeTests([1, 2], ask);
    expect(asked).toEqual([[1, 2], [1]]);
    expect(judged.byNumber.get(1)?.verdict).toBe('KO');
    expect(judged).toMatchObject({ contradicting: [1], extra: [9], missing: [1], reasks: 1 });
  });
});
