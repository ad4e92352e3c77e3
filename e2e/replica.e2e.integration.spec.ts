import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@assay/persistence';
import { eventually, POSTGRES_PROGRAMS, startTestStandby, type TestStandby } from '@assay/testing';
import pg from 'pg';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const TITLE = 'a hot standby of the record';
const [suite, title] =
  POSTGRES_PROGRAMS === null ? [describe.skip, `${TITLE} (skipped: PostgreSQL is not installed)`] : [describe, TITLE];

suite(title, () => {
  let servers: TestStandby;
  let world: OwnWorld;
  let standby: pg.Client;

  beforeAll(async () => {
    servers = await startTestStandby(async (url) => void (await migrate(url)));
    world = await createWorld({ env: { DATABASE_URL: servers.primaryUrl, DATABASE_REPLICA_URL: servers.standbyUrl } });
    standby = new pg.Client({ connectionString: servers.standbyUrl });
    standby.on('error', () => undefined);
    await standby.connect();
  });
  afterAll(async () => {
    await standby?.end();
    await world?.end();
    await servers?.stop();
  });

  /** Whether a statement with one of these names was the last of a connection of Assay's to the standby. */
  const hasRead = async (names: string): Promise<boolean> => {
    const { rowCount } = await standby.query(
      `select 1 from pg_stat_activity where application_name like 'assay-%-replica' and query ~ $1`,
      [names],
    );
    return rowCount !== 0;
  };
  const recordOf = (id: string): Promise<unknown> =>
    world.api.expect<unknown>(200, 'GET', `/v1/questions/${id}/record`);

  it('answers for what questions have been through, the same as the primary, and for searches', async () => {
    const { id, record } = await world.play();
    expect(record.status).toBe('GOLD');
    const before = await recordOf(id);
    await eventually(async () => {
      expect(await recordOf(id)).toEqual(before);
      return hasRead('event_batches|assay[.]steps|assay[.]attempts');
    });
    await eventually(async () => {
      const found = await world.api.expect<{ items: { id: string }[] }>(200, 'GET', '/v1/questions?search=customers');
      expect(found.items.map((item) => item.id)).toContain(id);
      return hasRead('newest_questions|questions_with_words');
    });
  });

  it('is not missed when it ends, and is no place for what was written just now', async () => {
    const { id } = await world.play();
    await world.api.expect(200, 'PATCH', `/v1/questions/${id}`, { name: 'renamed' });
    expect(await recordOf(id)).toMatchObject({ name: 'renamed' });
    await servers.endStandby();
    expect(await recordOf(id)).toMatchObject({ name: 'renamed' });
    const { record } = await world.play();
    expect(record.status).toBe('GOLD');
  });
});
