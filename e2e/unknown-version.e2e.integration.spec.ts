import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { createWorld, type OwnWorld } from './harness/own-world.js';

/** Seconds; between two checks of a run of unknown version lie about six, more on a machine that does much else. */
const LOOK_SECONDS = 240;
const WAITING_MS = 30_000;

/** Rolled back: what a newer release has begun is of a version that this one has never heard of. */
describe('runs of an unknown pipeline version', () => {
  let postgres: TestPostgres;
  let record: pg.Client;
  let world: OwnWorld;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createDatabase();
    world = await createWorld({
      env: { DATABASE_URL: url, ASSAY_SECRET_KEY: 'a secret key for tests alone', LOG_LEVEL: 'info' },
    });
    record = new pg.Client({ connectionString: url });
    await record.connect();
    await record.query(`create function assay.newer() returns trigger language plpgsql as
      $$ begin new.pipeline_version := 99; return new; end $$`);
    await record.query(`create trigger newer before insert on assay.runs for each row execute function assay.newer()`);
  });
  afterAll(async () => {
    await record?.end();
    await world?.end();
    await postgres?.stop();
  });

  it('end at their deadline and when cancelled, are told of once and counted, and go on when known again', async () => {
    const askedAt = Date.now();
    const deadline = { settings: { deadlineSeconds: 15 } };
    const [late, cancelled, patient] = [await world.ask({}, deadline), await world.ask(), await world.ask()];

    await delay(2000);
    await world.api.expect(202, 'POST', `/v1/questions/${cancelled.id}/cancel`);
    const record1 = await world.recordOf(cancelled.id, LOOK_SECONDS * 1000);
    expect(record1).toMatchObject({ status: 'CANCELLED', error: null, attempts: [] });

    const record2 = await world.recordOf(late.id, (15 + LOOK_SECONDS) * 1000 - (Date.now() - askedAt));
    expect(record2).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
    expect(record2.error?.message).toContain('version 99');

    // counted beside, every few seconds
    let metrics = '';
    while (!metrics.includes('assay_runs_unknown_version{product="question"} 1')) {
      metrics = await (await fetch(`${world.assay.url}/metrics`)).text();
      await delay(100);
    }
    const lines = `${world.assay.stdout}${world.assay.stderr}`.split('\n');
    expect(lines.filter((line) => line.includes('does not know'))).toHaveLength(1);

    // long enough for sweeps that ask ever more rarely
    await delay(Math.max(0, WAITING_MS - (Date.now() - askedAt)));
    expect((await world.view(patient.id)).status).toBe('QUEUED');
    await record.query('drop trigger newer on assay.runs');
    await record.query('update assay.runs set pipeline_version = 1 where id = $1', [patient.id]);
    expect((await world.recordOf(patient.id)).status).toBe('GOLD');
  });
});
