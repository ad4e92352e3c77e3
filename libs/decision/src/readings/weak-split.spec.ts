import { describe, expect, it } from '@jest/globals';
import type { WitnessRecord } from '@assay/contracts';
import fc from 'fast-check';
import { agreeableAgents, candidate, probed, verdicts } from '../fixtures/scripted-agents.js';
import { settled } from '../fixtures/settled.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import { nextCommands } from '../next-commands.js';
import { settle } from './settle.js';

const ROW = { columns: [{ name: 'name', type: 'text' }], error: null };
const SUITE = [{ id: '1.3', made: 'generated' as const, breaks: ['unique' as const], tables: {} }];

interface Asked {
  /** One letter per candidate: a and b agree on regular data, c differs. */
  sqls: string;
  fails?: string;
  split?: boolean;
  verdicts?: 'final' | 'weighed';
}

function ask({ sqls, fails = '', split = true, verdicts: weighing = 'weighed' }: Asked): SimulatedQuestion {
  const firstOf = (sql: string): string | undefined =>
    question.run.stages
      .flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []))
      .find((task) => task.result?.sql === sql)?.id;
  const ids = (...letters: string[]): string[] => letters.flatMap((sql) => firstOf(sql) ?? []);
  const witness = (a: string, b: string): WitnessRecord => ({
    ...{ a, b, instance: '1.3', weak: true, tables: {} },
    resultA: { ...ROW, rows: [['Ada']] },
    resultB: { ...ROW, rows: [['Ada'], ['Ada']] },
  });
  const question: SimulatedQuestion = new SimulatedQuestion(
    {
      settings: {
        judge: 'behaviour',
        sqlCandidates: sqls.length,
        testBatches: 1,
        maxLevel: 'BASIC',
        verdicts: weighing,
        allowSilver: true,
      },
    },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(sqls.charAt(ordinal - 1), { cluster: 'the same rows today' }),
      probe: () => {
        const [a, b] = ids('a', 'b');
        const witnesses = split && a !== undefined && b !== undefined ? [witness(a, b)] : [];
        const classes = [ids('a', 'b'), ids('c')].filter(({ length }) => length > 0);
        return probed(classes, { suite: SUITE, witnesses });
      },
      evaluate: ({ payload }, { input }) =>
        verdicts(...input.tests.map(() => (fails.includes(payload.candidate.sql) ? 'no' : (true as const)))),
    }),
  );
  question.runToEnd();
  return question;
}

describe('a weak split of the class that answers', () => {
  it('is an open point that says what the data has not held so far, and what each side then does', () => {
    const { finish } = ask({ sqls: 'aab' });
    expect(finish?.openPoints).toEqual([
      {
        id: 'task-5',
        question:
          'Your data has not held this so far: a value twice where each has come once. If it comes, which is meant?',
        options: [
          { id: 'task-3', meaning: 'It returns 1 row, without (Ada).', reading: 'task-3' },
          { id: 'task-5', meaning: 'It returns 2 rows, among them (Ada).', reading: 'task-5' },
        ],
        settled: null,
        weak: true,
      },
    ]);
    expect(finish?.readings).toMatchObject([
      { id: 'task-3', sql: 'a', share: 1, chosen: true },
      { id: 'task-5', sql: 'b', share: 1, chosen: false },
    ]);
  });

  it('is none where another class answers, or what answers fails a requirement', () => {
    expect(ask({ sqls: 'abccccc' }).finish?.openPoints).toBeUndefined();
    expect(ask({ sqls: 'aab', fails: 'ab' }).finish?.openPoints).toBeUndefined();
  });

  it('is settled by taking the other text, as GOLD, as sure as before', () => {
    const question = ask({ sqls: 'aab' });
    const answer = settled(question, { openPoint: 'task-5', option: 'task-5' });
    expect(answer).toMatchObject({
      sql: 'b',
      result: { result: 'GOLD', sqlList: [{ sql: 'b', failedTests: [] }] },
      openPoints: [{ id: 'task-5', settled: 'task-5' }],
    });
    expect(answer.readings.map(({ sql, chosen }) => [sql, chosen])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(answer.confidence).toBeCloseTo(question.finish?.readings?.[0]?.posterior ?? 0, 2);
    const back = settled(
      question,
      { openPoint: 'task-5', option: 'task-5' },
      { openPoint: 'task-5', option: 'task-3' },
    );
    expect(back.sql).toBe('a');
  });

  it.each([
    ['a side that is none', { openPoint: 'task-5', option: 'task-4' }, 'NOT_AN_OPTION'],
    ['a point that is none', { openPoint: 'task-3', option: 'task-3' }, 'NOT_OPEN'],
  ])('is refused for %s', (_what, choice, refused) => {
    expect(settle(ask({ sqls: 'aab' }).run, [], choice)).toEqual({ refused });
  });

  const asked = fc.record({
    sqls: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 7 }).map((letters) => letters.join('')),
    fails: fc.constantFrom('', 'c', 'ab', 'abc'),
    verdicts: fc.constantFrom('final' as const, 'weighed' as const),
  });

  it('decides nothing: but for readings and open points a question ends as it would without it', () => {
    const property = fc.property(asked, (given) => {
      const [without, with_] = [false, true].map((split) => ask({ ...given, split }));
      const { readings: _, openPoints: __, ...ending } = with_?.finish ?? {};
      const { readings: ___, openPoints: ____, ...expected } = without?.finish ?? {};
      expect(ending).toEqual(expected);
      expect(with_?.startedStages()).toHaveLength(without?.startedStages().length ?? -1);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('has an answer for each of its options, which no model is asked for', () => {
    const property = fc.property(asked, (given) => {
      const question = ask(given);
      for (const { id, options, weak } of question.finish?.openPoints ?? []) {
        expect(weak).toBe(true);
        for (const option of options) {
          const answer = settled(question, { openPoint: id, option: option.id });
          expect(answer.reading).toBe(option.reading);
          expect(answer.readings.filter(({ chosen }) => chosen)).toMatchObject([{ sql: answer.sql }]);
          expect(answer.openPoints.find((point) => point.id === id)).toMatchObject({ settled: option.id });
        }
      }
      expect(nextCommands(question.run, question.now)).toEqual([]);
    });
    fc.assert(property, { numRuns: 60 });
  });
});
