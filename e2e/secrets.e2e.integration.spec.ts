import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const PASSWORD = 'reads-only';
const NEW_PASSWORD = 'hunter2-of-the-reader';

describe('the password of a target database', () => {
  let store: TestPostgres;
  let storeUrl: string;
  let world: OwnWorld;
  beforeAll(async () => {
    store = await startTestPostgres();
    storeUrl = await store.createDatabase();
    world = await createWorld({ env: { DATABASE_URL: storeUrl, LOG_LEVEL: 'trace' } });
  });
  afterAll(async () => {
    await world?.end();
    await store?.stop();
  });

  /** All rows as text. */
  async function everythingOnRecord(): Promise<string> {
    const client = new pg.Client({ connectionString: storeUrl });
    await client.connect();
    try {
      const tables = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      let text = '';
      for (const { name } of tables.rows) {
        const rows = await client.query<{ row: string }>(`select to_jsonb(found)::text as row from ${name} found`);
        text += rows.rows.map(({ row }) => row).join('\n');
      }
      // bytes are written as digits
      return [
        text,
        ...(text.match(/(?:[0-9a-f]{2}){20,}/g) ?? []).map((digits) => Buffer.from(digits, 'hex').toString('latin1')),
      ].join('\n');
    } finally {
      await client.end();
    }
  }

  it('is nowhere: not in the record, the events, the errors, the logs or our own tables', async () => {
    const { record: answered } = await world.play();
    expect(answered.status).toBe('GOLD');
    const workspace = `/v1/workspaces/${world.workspace}`;
    const url = new URL(world.target.readerUrl);
    await world.target.query(`alter role ${url.username} password '${NEW_PASSWORD}'`);
    url.password = 'wrong-password';
    const refused = await world.api.send('PATCH', workspace, { database: { dialect: 'postgres', url: url.href } });
    expect(refused.status).toBe(422);
    url.password = NEW_PASSWORD;
    await world.api.expect(200, 'PATCH', workspace, { database: { dialect: 'postgres', url: url.href } });
    const { record: failed } = await world.play(
      { sql: () => 'SELECT nothing FROM nowhere' },
      { settings: { maxLevel: 'BASIC' } },
    );
    await world.target.query(`alter role ${url.username} nologin`);
    await world.target.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${url.username}'`,
    );
    const { record: locked } = await world.play({}, { settings: { deadlineSeconds: 10 } });
    expect(locked.status).toBe('ERROR');
    const views = await Promise.all(
      ['', '/schema'].map((path) => world.api.expect<object>(200, 'GET', `${workspace}${path}`)),
    );
    const kept = await everythingOnRecord();
    expect(kept).toContain(answered.id);
    expect(world.assay.stderr).not.toBe('');
    const everything = {
      kept,
      logs: world.assay.stdout + world.assay.stderr,
      shown: JSON.stringify([refused.body, answered, failed, locked, views]),
    };
    for (const [place, text] of Object.entries(everything)) {
      for (const secret of [PASSWORD, NEW_PASSWORD, 'wrong-password', `${url.username}:`]) {
        expect({ place, secret, found: text.includes(secret) }).toEqual({ place, secret, found: false });
      }
    }
  });
});
