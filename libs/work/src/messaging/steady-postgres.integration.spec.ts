import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Door, eventually, runBehindDoor, startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { Messaging } from './messaging.js';
import { QueueWorker } from './queue-worker.js';

/** Creates, uses and closes consumers and producers, for `forMs`. */
const RESTLESS = (url: string, forMs: number): string => `
  import { Messaging, QueueWorker } from ${JSON.stringify(new URL('../../dist/messaging/index.js', import.meta.url).href)};
  import { setTimeout as delay } from 'node:timers/promises';
  const transport = { kind: 'postgres', url: ${JSON.stringify(url)} };
  const open = () => Messaging.open({ transport, onError: () => undefined }).catch(() => delay(5).then(open));
  const end = Date.now() + ${forMs};
  let jobs = 0;
  const lane = async () => {
    while (Date.now() < end) {
      const messaging = await open();
      new QueueWorker('evaluator', async () => void (jobs += 1), { connection: messaging }).start(2);
      void messaging.publish('evaluator', [{ payload: { task: 'a task', delivery: 1 } }]).catch(() => undefined);
      await delay(Math.random() * 60);
      void messaging.close().catch(() => undefined);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  process.stdout.write(String(jobs));
  process.exit(0);`;

describe('a process on queues in Postgres', () => {
  let postgres: TestPostgres;
  let door: Door;
  let target: string;
  let url: string;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    target = await postgres.createDatabase();
    // creates the schema first
    await (await Messaging.open({ transport: { kind: 'postgres', url: target }, onError: () => undefined })).close();
    door = new Door(new URL(target));
    url = await door.url();
    await door.open();
  });
  afterAll(async () => {
    await door.close();
    await postgres.stop();
  });

  it('outlives connections that are lost at any moment', async () => {
    const { code, printed } = await runBehindDoor(door, RESTLESS(url, 8000));
    expect({ code, printed: printed.replace(/^\d+$/, 'jobs') }).toEqual({ code: 0, printed: 'jobs' });
  });

  it('closes a consumer by force that has handled a job', async () => {
    const messaging = await Messaging.open({ transport: { kind: 'postgres', url: target }, onError: () => undefined });
    const taken = Promise.withResolvers<void>();
    const consumer = new QueueWorker('generator', async () => taken.resolve(), { connection: messaging });
    consumer.start(1);
    await messaging.publish('generator', [{ payload: { task: 'a task', delivery: 1 } }]);
    await taken.promise;
    await eventually(async () => (await messaging.desk.state('generator')).active === 0);
    await consumer.close(true);
    await messaging.close();
  });

  it('adds several jobs in one go without making tables, each of them once', async () => {
    const admin = new pg.Client(target);
    await admin.connect();
    await admin.query(`create function refuse_tables() returns event_trigger language plpgsql as
      $$ begin raise exception 'nobody needs a table here'; end $$`);
    await admin.query(`create event trigger refuse_tables on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function refuse_tables()`);
    const messaging = await Messaging.open({ transport: { kind: 'postgres', url: target }, onError: () => undefined });
    try {
      const payload = { task: 'a task', delivery: 1 };
      const jobs = [
        { id: 'first', payload },
        { id: 'second', payload, priority: 3 },
        { id: 'first', payload },
        { id: 'later', payload, delayMs: 3_600_000 },
      ];
      for (let times = 0; times < 2; times += 1) {
        await messaging.publish('supervisor', jobs);
        expect(await messaging.desk.state('supervisor')).toMatchObject({
          waiting: 2,
          active: 0,
          delayed: 1,
          failed: 0,
        });
      }
    } finally {
      await messaging.close();
      await admin.query('drop event trigger refuse_tables');
      await admin.end();
    }
  });
});
