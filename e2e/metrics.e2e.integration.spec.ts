import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, type Played, type World } from './harness/world.js';

const PAID = "SELECT sum(amount) AS turnover FROM purchase WHERE status = 'paid'";
const ALL = 'SELECT sum(amount) AS turnover FROM purchase';

/** Turnover is the paid amount. */
const DOCUMENT = {
  version: 2,
  semantic_models: [
    {
      name: 'purchases',
      model: "ref('purchase')",
      entities: [{ name: 'purchase', type: 'primary', expr: 'id' }],
      dimensions: [{ name: 'status', type: 'categorical' }],
      measures: [{ name: 'amount', agg: 'sum' }],
    },
  ],
  metrics: [
    {
      name: 'turnover',
      description: 'What customers paid for.',
      type: 'simple',
      type_params: { measure: 'amount' },
      filter: "{{ Dimension('purchase__status') }} = 'paid'",
    },
  ],
};

describe('a metric that a document defines', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ workspace: { settings: LONG_TIMEOUT } });
    await world.api.expect(200, 'POST', `/v1/workspaces/${world.workspace}/knowledge?name=shop.json`, DOCUMENT);
  });
  afterAll(async () => {
    await world.end();
  });

  const sqls = [ALL, ALL, PAID];
  const play = (question: string): Promise<Played> =>
    world.play(
      { sql: ({ job }) => sqls[job] ?? ALL },
      { question, settings: { judge: 'behaviour', verdicts: 'weighed' } },
    );

  it('fails who computes it otherwise, whatever votes and judges say, and shows the rows where it differs', async () => {
    const { id, record } = await play('What was our turnover?');
    const [attempt] = record.attempts;
    const test = attempt?.tests.find(({ origin }) => origin === 'metric');
    expect(test?.statement).toContain('turnover');
    const reported = attempt?.verdicts.filter((verdict) => verdict.test === test?.id) ?? [];
    const verdictOn = (sql: string): (string | undefined)[] => {
      const own =
        attempt?.candidates.filter((candidate) => candidate.sql === sql).map((candidate) => candidate.id) ?? [];
      return reported.filter(({ candidate }) => own.includes(candidate)).map(({ verdict, by }) => `${verdict} ${by}`);
    };
    expect(new Set(verdictOn(ALL))).toEqual(new Set(['FAIL instances']));
    expect(new Set(verdictOn(PAID))).toEqual(new Set(['PASS instances']));
    expect(JSON.stringify(reported.find(({ verdict }) => verdict === 'FAIL')?.witness)).toContain('purchase');
    expect(record.status).toBe('GOLD');
    expect(record.result?.sqlList.map(({ sql }) => sql)).toEqual([PAID]);
    const report = await world.api.expect<object>(200, 'POST', `/v1/questions/${id}/replay`);
    expect(report).toMatchObject({ identical: true, differences: [] });
  });

  it('tests no question that does not ask for it', async () => {
    const { record } = await play('What is the sum of all amounts?');
    expect(record.attempts.flatMap(({ tests }) => tests.filter(({ origin }) => origin === 'metric'))).toEqual([]);
  });
});
