import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, problemOf } from './harness/api-client.js';
import { CHILD_DIALECTS, createFiles, halfReadQuestions, type ChildDialect } from './harness/half-read.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { GOOD_SQL } from './harness/script.js';

/** Ignores requests to cancel; only the end of its backend ends it before its seconds are over. */
const STUCK = `create function stuck(seconds integer) returns integer volatile language plpgsql as $$
  declare until timestamptz := clock_timestamp() + seconds * interval '1 second';
  begin
    while clock_timestamp() < until loop
      begin
        perform pg_sleep(seconds);
      exception when query_canceled then null;
      end;
    end loop;
    return 1;
  end $$`;

describe('a statement that is ended', () => {
  let world: OwnWorld;
  let folder: string;
  const workspaces = new Map<ChildDialect, string>();

  const askAll = (dialect: ChildDialect): Promise<string[]> =>
    Promise.all(
      halfReadQuestions(dialect).map(async ({ script, settings }) => {
        return (await world.ask(script, { workspace: workspaces.get(dialect), settings })).id;
      }),
    );

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-e2e-sessions-')));
    world = await createWorld({
      env: { ASSAY_API_KEYS: 'admin-key-of-the-tests', ASSAY_SQLITE_DIRS: folder, ASSAY_FILE_DIRS: folder },
    });
    const urls = await createFiles(folder);
    for (const dialect of CHILD_DIALECTS) {
      workspaces.set(dialect, await world.createWorkspace({ database: { dialect, url: urls[dialect] } }));
    }
  });
  afterAll(async () => {
    await world?.end();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(CHILD_DIALECTS)('costs its session and not the process: %s', async (dialect) => {
    const { url } = world.assay;
    for (const id of await askAll(dialect)) expect((await world.ended(id)).status).not.toBe('CANCELLED');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(world.assay.stderr).not.toContain('uncaught');
  });

  it('does not end the process that finds it queued when it starts', async () => {
    const ids = await askAll('sqlite');
    await world.killAndRestart();
    for (const id of ids) expect((await world.ended(id)).status).not.toBe('CANCELLED');
    expect((await fetch(`${world.assay.url}/health/ready`)).status).toBe(200);
    expect(world.assay.stderr).not.toContain('uncaught');
  });

  it('runs once in its question if it ignores that, and two of them make one asker wait', async () => {
    await world.target.query(STUCK);
    const workspace = await world.createWorkspace({
      settings: { allowFunctions: ['stuck'], statementTimeoutMs: 1000 },
    });
    const running = async (): Promise<string[]> => {
      const sql = "select query from pg_stat_activity where state = 'active' and query ~ '^[^$]*stuck\\(60[0-9]'";
      const rows = await world.target.query<{ query: string }>(sql);
      return rows.map(({ query }) => /60[0-9]/.exec(query)?.[0] ?? '').sort();
    };
    // Two of three candidates are the statement, and each is repaired into it once.
    const sql = ({ job }: { job: number }): string => (job < 2 ? 'SELECT stuck(600) AS customers' : GOOD_SQL);
    const first = await world.play({ sql }, { workspace, settings: { candidateRetries: 1 } });
    expect(first.record.status).toBe('GOLD');
    expect(first.record.attempts).toHaveLength(1);
    expect(first.record.attempts[0]?.candidates.map(({ valid, retries }) => [valid, retries.length])).toEqual([
      [false, 1],
      [false, 1],
      [true, 0],
    ]);
    expect(await running()).toEqual(['600']);

    const path = `/v1/questions/${first.id}/rows`;
    expect((await world.api.get(path)).status).toBe(200);
    const alone = { sqlCandidates: 1, candidateRetries: 0, maxLevel: 'BASIC' };
    await world.play({ sql: () => 'SELECT stuck(601) AS customers' }, { workspace, settings: alone });
    expect(await running()).toEqual(['600', '601']);
    const refused = await world.api.get(path);
    expect(problemOf(refused)).toMatchObject({ status: 503, code: 'TARGET_BUSY' });
    expect(refused.headers.get('retry-after')).toBe('5');
    const other = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', { name: 'other' });
    const theirs = new Api(world.assay.url, { authorization: `Bearer ${other.key}` });
    expect((await theirs.get(path)).status).toBe(200);

    await world.target.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query ~ 'stuck\\(60'",
    );
    await eventually(async () => (await world.api.get(path)).status === 200);
  });
});
