import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, type Played, type World } from './harness/world.js';

const ALL = 'SELECT c.name FROM customer c ORDER BY c.name';
const SOME = "SELECT c.name FROM customer c WHERE c.name <> 'Nobody of this name' ORDER BY c.name";
const ALSO_ALL = 'SELECT x.name FROM customer AS x WHERE 1 = 1 ORDER BY x.name';
const NOT_ALL = "SELECT y.name FROM customer y WHERE y.name <> 'No such name' ORDER BY y.name";

const BALANCED = { effort: 'balanced', judge: 'behaviour', verdicts: 'weighed', sqlCandidates: 10, testBatches: 5 };

describe('effort', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  }, 120_000);
  afterAll(async () => {
    await world.end();
  });

  const play = (sqls: string[]): Promise<Played> =>
    world.play({ sql: ({ job }) => sqls[job] ?? ALL }, { settings: BALANCED });
  const count = (calls: Played['calls'], agent: string): number => calls.filter((call) => call.agent === agent).length;
  const replayed = (id: string): Promise<object> => world.api.expect(200, 'POST', `/v1/questions/${id}/replay`);

  it('asks four candidates that agree, and nothing that would not change the answer', async () => {
    const { id, record, calls } = await play([ALL, ALL, ALL, ALL]);
    expect(record).toMatchObject({ status: 'GOLD', attempts: [{ waves: [{ candidates: 4, why: 'enough-lead' }] }] });
    expect(['generator', 'test-generator', 'evaluator'].map((agent) => count(calls, agent))).toEqual([4, 1, 1]);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  }, 90_000);

  it('asks on in waves where candidates part, whose classes keep their names in one growing suite', async () => {
    const { id, record, calls } = await play([ALL, SOME, ALSO_ALL, SOME, ALL, NOT_ALL, ALL]);
    const [attempt] = record.attempts;
    expect(attempt?.waves.map(({ candidates }) => candidates)).toEqual([4, 3, 3]);
    expect(attempt?.candidates.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(attempt?.behaviours.map(({ candidates }) => candidates.length)).toEqual([7, 2, 1]);
    expect(new Set(attempt?.suite.map(({ id: instance }) => instance)).size).toBe(attempt?.suite.length);
    expect(count(calls, 'evaluator')).toBe(3);
    expect(record.events.filter(({ type }) => type === 'wave-decided')).toHaveLength(3);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  }, 90_000);

  it('writes tests that see the candidates where the only class fails one of the first', async () => {
    const { record, calls } = await world.play(
      { judge: (_sql, statement) => (statement.includes('once') ? 'it does not' : null) },
      { settings: { ...BALANCED, maxLevel: 'BASIC' } },
    );
    expect(count(calls, 'test-generator')).toBe(2);
    expect(new Set(record.attempts[0]?.tests.map(({ moment }) => moment)).size).toBe(2);
    expect(record.status).toBe('FAILED');
  }, 90_000);
});
