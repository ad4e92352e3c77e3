import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, type Played, type World } from './harness/world.js';

/** Today these return the same. */
const ALL = 'SELECT c.name FROM customer c ORDER BY c.name';
const SOME = "SELECT c.name FROM customer c WHERE c.name <> 'Nobody of this name' ORDER BY c.name";
const ALSO_ALL = 'SELECT x.name FROM customer AS x WHERE 1 = 1 ORDER BY x.name';

describe('behaviour', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ workspace: { settings: LONG_TIMEOUT } });
  });
  afterAll(async () => {
    await world.end();
  });

  const sqls = [ALL, SOME, ALSO_ALL, ALL];
  const play = (settings: object = {}, fields: object = {}): Promise<Played> =>
    world.play(
      { sql: ({ job }) => sqls[job] ?? ALL },
      { settings: { judge: 'behaviour', sqlCandidates: 4, ...settings }, ...fields },
    );

  it('parts what agrees today by chance, judges each class once, and shows judges where classes part', async () => {
    const { record, calls } = await play();
    const [attempt] = record.attempts;
    expect(new Set(attempt?.candidates.map(({ cluster }) => cluster)).size).toBe(1);
    expect(attempt?.behaviours.map(({ candidates }) => candidates.length)).toEqual([3, 1]);
    const [witness] = attempt?.witnesses ?? [];
    const rows = Object.values(witness?.tables ?? {}).reduce((sum, table) => sum + table.rows.length, 0);
    expect(rows).toBe(1);
    expect(JSON.stringify(witness?.tables)).toContain('Nobody of this name');
    expect([witness?.resultA.rows.length, witness?.resultB.rows.length].sort()).toEqual([0, 1]);
    expect(attempt?.suite.map(({ id }) => id)).toContain(witness?.instance);
    const evaluations = calls.filter(({ agent }) => agent === 'evaluator');
    expect(evaluations).toHaveLength(2);
    for (const { call } of evaluations)
      expect(call.prompt).toMatch(/kind="witness">\ncustomer \([^\n]*name[^\n]*\)\n\[/);
    expect(calls.filter(({ agent }) => agent === 'sql-selector')).toHaveLength(2);
    expect(record.events.filter(({ type }) => type === 'behaviour-classified')).toHaveLength(4);
    expect(record.result?.sqlList[0]?.alsoAs).toHaveLength(record.result?.sqlList[0]?.sql === ALL ? 1 : 0);
  });

  it('decides the same again in a replay', async () => {
    const { id } = await play();
    const report = await world.api.expect<{ identical: boolean }>(200, 'POST', `/v1/questions/${id}/replay`);
    expect(report).toMatchObject({ identical: true, differences: [] });
  });

  it('invents every value where rows may not be sent', async () => {
    const { record, calls } = await play({ sendRows: false });
    const [attempt] = record.attempts;
    expect(attempt?.behaviours).toHaveLength(2);
    const shown = JSON.stringify([attempt?.suite, attempt?.witnesses]);
    expect(shown).toContain('Nobody of this name');
    expect(shown).not.toMatch(/Bruno|Carla|Dario|Elsa|Bologna|Torino/);
    expect(calls.filter(({ agent }) => agent === 'evaluator')).toHaveLength(2);
  });

  it('does not use the prober if each SQL is judged alone', async () => {
    const { record, calls } = await play({ judge: 'text' });
    expect(record.attempts[0]).toMatchObject({ behaviours: [], suite: [], witnesses: [] });
    expect(calls.filter(({ agent }) => agent === 'evaluator')).toHaveLength(3);
  });

  it('knows what the data keeps to, and no values of it where rows may not be sent', async () => {
    const profile = await world.api.expect<Profile>(200, 'GET', `/v1/workspaces/${world.workspace}/profile`);
    const names = profile.tables.find(({ name }) => name === 'customer')?.columns.find(({ name }) => name === 'name');
    expect(profile.takenAt).not.toBeNull();
    expect(names?.frequent.length).toBeGreaterThan(0);
    const quiet = await world.createWorkspace({ settings: { sendRows: false } });
    const silent = await world.api.expect<Profile>(200, 'GET', `/v1/workspaces/${quiet}/profile`);
    const column = silent.tables.find(({ name }) => name === 'customer')?.columns.find(({ name }) => name === 'name');
    expect(column).toMatchObject({ distinct: names?.distinct, minimum: null, maximum: null, frequent: [] });
  });
});

interface Profile {
  takenAt: string | null;
  tables: {
    name: string;
    columns: { name: string; distinct: number; minimum: unknown; frequent: { value: unknown }[] }[];
  }[];
}
