import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import { settle } from './settle.js';

function ask(...sqls: string[]): SimulatedQuestion {
  const question = new SimulatedQuestion(
    { settings: { verdicts: 'weighed', testBatches: 1, sqlCandidates: sqls.length, maxLevel: 'BASIC' } },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(sqls[ordinal - 1] ?? ''),
      compare: () => ({ reasoning: '', winner: null, confidence: 1 }),
    }),
  );
  question.runToEnd();
  return question;
}

const TIED = ['select a from t', 'select b from t', 'select a from t', 'select b from t'];

describe('classes that pass and are about as likely', () => {
  it('are offered as readings, with what differs in words', () => {
    const { finish } = ask(...TIED);
    expect(finish).toMatchObject({ status: 'SILVER', silver: { why: 'other-reading' } });
    expect(finish?.readings?.map(({ sql }) => sql).sort()).toEqual(['select a from t', 'select b from t']);
    const [point] = finish?.openPoints ?? [];
    expect(point?.options.map(({ meaning }) => meaning)).toEqual([
      expect.stringMatching(/“[ab]” where the other one has “[ab]”/),
      expect.stringMatching(/“[ab]” where the other one has “[ab]”/),
    ]);
  });

  it('can be taken, which makes GOLD and more of the probability', () => {
    const { run, finish } = ask(...TIED);
    const [point] = finish?.openPoints ?? [];
    for (const option of point?.options ?? []) {
      const answer = settle(run, [], { openPoint: point?.id ?? '', option: option.id });
      expect(answer).toMatchObject({ reading: option.reading, result: { result: 'GOLD' } });
      if ('refused' in answer) throw new Error(answer.refused);
      expect(answer.confidence).toBeGreaterThan(finish?.confidence ?? 1);
      expect(answer.openPoints.find(({ id }) => id === point?.id)?.settled).toBe(option.id);
      expect(answer.readings.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([option.reading]);
    }
    expect(settle(run, [], { openPoint: point?.id ?? '', option: 'nothing' })).toEqual({ refused: 'NOT_AN_OPTION' });
  });

  it('are none where one class leads', () => {
    const { finish } = ask('select a', 'select a', 'select a', 'select a', 'select a', 'select a', 'select b');
    expect(finish).toMatchObject({ status: 'GOLD' });
    expect(finish?.openPoints ?? []).toEqual([]);
  });
});
