import type { MetricVerdict, Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, probed, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from '../fixtures/simulated-question.js';
import { projectAttempts } from '../record/project-attempts.js';

const REVENUE = { name: 'revenue', source: 'shop.yml' };
const METRICS = [{ ...REVENUE, statement: '“revenue” is computed as SUM(total) over orders.' }];
const WITNESS = { tables: { orders: { columns: ['total'], rows: [[4]] } }, given: 1, defined: 4 };

function ask(
  sqls: string[],
  claims: Record<string, 'PASS' | 'FAIL'>,
  settings: Partial<Settings> = {},
  agents: Partial<Agents> = {},
  options: RunOptions = { metrics: METRICS },
): SimulatedQuestion {
  const probe: Agents['probe'] = ({ payload }) => {
    const texts = payload.texts.map((text) => text.candidate);
    const given = payload.texts.flatMap(({ candidate: id, canonical }): MetricVerdict[] => {
      const [, verdict] = Object.entries(claims).find(([sql]) => canonical.includes(sql)) ?? [];
      if (verdict === undefined) return [];
      return [{ candidate: id, verdict, reason: `${verdict} it is.`, ...(verdict === 'FAIL' && { witness: WITNESS }) }];
    });
    return probed(
      texts.map((each) => [each]),
      { metrics: [{ ...REVENUE, verdicts: given }] },
    );
  };
  return new SimulatedQuestion(
    {
      ...options,
      settings: { judge: 'behaviour', verdicts: 'weighed', testBatches: 1, sqlCandidates: sqls.length, ...settings },
    },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(sqls[ordinal - 1] ?? '', { cluster: sqls[ordinal - 1] ?? '' }),
      probe,
      evaluate: () => verdicts(true, true),
      ...agents,
    }),
  );
}

describe('the definition of a metric that a question asks for', () => {
  it('is a test without a model call, with who passes, who fails and a witness on record', () => {
    const question = ask(['right', 'wrong', 'unknown'], { right: 'PASS', wrong: 'FAIL' });
    question.runToEnd();
    const [attempt] = projectAttempts(question.run, () => null);
    const test = attempt?.tests.find(({ origin }) => origin === 'metric');
    expect(test).toMatchObject({ statement: METRICS[0]?.statement, number: 3, kind: 'requirement', batch: 0 });
    const sqlOf = new Map(attempt?.candidates.map(({ id, sql }) => [id, sql]));
    const given = attempt?.verdicts.filter((verdict) => verdict.test === test?.id);
    expect(given?.map(({ candidate: id, verdict, by, witness }) => [sqlOf.get(id), verdict, by, witness])).toEqual([
      ['right', 'PASS', 'instances', undefined],
      ['wrong', 'FAIL', 'instances', WITNESS],
    ]);
    expect(attempt?.scores.map(({ passed, total }) => [passed, total])).toEqual([
      [3, 3],
      [2, 3],
      [2, 2],
    ]);
    const outcomes = question.events.filter((event) => event.type === 'verdict-given');
    expect(outcomes.filter(({ by }) => by === 'instances')).toHaveLength(2);
    const judged = question.startedStages().find(({ kind }) => kind === 'evaluate');
    expect(judged?.kind === 'evaluate' && judged.input.tests).toHaveLength(2);
  });

  it('lets no votes answer with what computes it otherwise', () => {
    const sqls = ['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'right'];
    for (const allowSilver of [false, true]) {
      const question = ask(sqls, { right: 'PASS', wrong: 'FAIL' }, { allowSilver });
      expect(question.runToEnd().result?.sqlList).toMatchObject([{ sql: 'right' }]);
    }
  });

  it('is tried where no candidate passes and most agree, and counts for nothing where it is mistaken', () => {
    const tried: unknown[] = [];
    const question = ask(
      ['wrong', 'wrong', 'other'],
      { other: 'FAIL', wrong: 'FAIL' },
      {},
      {
        trial: ({ payload }, { input }) => {
          tried.push(input.tests.map(({ number }) => number));
          const decisions = payload.contested.map(({ number }) => ({
            number,
            decision: 'mistaken' as const,
            reason: 'no',
          }));
          return { reasoning: '', decisions, reasks: 0 };
        },
      },
    );
    expect(question.runToEnd().result?.sqlList).toMatchObject([{ sql: 'wrong' }]);
    expect(tried).toEqual([[1, 2, 3]]);
  });

  it('is not given to a supervisor to judge again', () => {
    const question = ask(['wrong'], { wrong: 'FAIL' }, { maxLevel: 'BASIC' });
    expect(question.runToEnd()).toMatchObject({
      status: 'FAILED',
      result: { sqlList: [{ sql: 'wrong', failedTests: [{ test: METRICS[0]?.statement, reason: 'FAIL it is.' }] }] },
    });
    expect(question.startedStages().map(({ kind }) => kind)).not.toContain('supervise');
  });

  it('is no test where nothing is claimed of anybody, and where no data are generated', () => {
    for (const settings of [{}, { judge: 'text' as const }]) {
      const question = ask(['one', 'other'], settings.judge === 'text' ? { one: 'FAIL' } : {}, settings);
      question.runToEnd();
      const [attempt] = projectAttempts(question.run, () => null);
      expect(attempt?.tests.filter(({ origin }) => origin === 'metric')).toEqual([]);
    }
  });
});
