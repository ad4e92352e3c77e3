import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { createWorld, type OwnWorld } from './harness/own-world.js';

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
    const deadline = { settings: { deadlineSeconds: 3 } };
    const [late, cancelled, patient] = [await world.ask({}, deadline), await world.ask(), await world.ask()];

    const told = (): string[] =>
      `${world.assay.stdout}${world.assay.stderr}`.split('\n').filter((line) => line.includes('does not know'));
    await eventually(() => told().length > 0);
    await world.api.expect(202, 'POST', `/v1/questions/${cancelled.id}/cancel`);
    const record1 = await world.recordOf(cancelled.id);
    expect(record1).toMatchObject({ status: 'CANCELLED', error: null, attempts: [] });

    const record2 = await world.recordOf(late.id);
    expect(record2).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
    expect(record2.error?.message).toContain('version 99');

    // counted beside, every few seconds
    await eventually(async () =>
      (await (await fetch(`${world.assay.url}/metrics`)).text()).includes(
        'assay_runs_unknown_version{product="question"} 1',
      ),
    );
    expect(told()).toHaveLength(1);

    // as if it had waited for an hour: it is asked for again within seconds
    await record.query('update assay.runs set advance_publishes = 6, check_at = now() where id = $1', [patient.id]);
    await eventually(async () => {
      const { rows } = await record.query('select 1 from assay.runs where id = $1 and advance_publishes <= 2', [
        patient.id,
      ]);
      return rows.length === 1;
    });
    expect((await world.view(patient.id)).status).toBe('QUEUED');
    await record.query('drop trigger newer on assay.runs');
    await record.query('update assay.runs set pipeline_version = 1 where id = $1', [patient.id]);
    expect((await world.recordOf(patient.id)).status).toBe('GOLD');
  });
});
