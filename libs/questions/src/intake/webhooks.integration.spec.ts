import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, newId, type Id } from '@assay/contracts';
import { claimWebhooks, Database, migrate, webhookFailed, webhookSent, type DueWebhook } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { insertQuestion } from '../sql/insert-question.js';
import { sampleQuestion } from '../testing/sample-question.js';

const URL = 'https://hooks.example/ended';
const LEASE_MS = 600_000;

describe('deliveries of webhooks, in Postgres', () => {
  let postgres: TestPostgres;
  let database: Database;
  let workspace: Id;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = new Database({
      url: await postgres.createFromTemplate('webhooks', async (template) => void (await migrate(template))),
    });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    workspace = newId();
    const text = `insert into assay.workspaces (id, name, dialect, connection, privileges, settings)
      values ($1, $1::uuid::text, 'postgres', '', '{}', '{"onFinish": {"url": "${URL}", "values": true}}')`;
    await database.query({ name: 'test_workspace', text }, [workspace]);
  });

  async function ended(values: boolean, url = URL): Promise<Id> {
    const id = newId();
    const settings = { ...DEFAULT_SETTINGS, onFinish: { url, values } };
    await insertQuestion(database, sampleQuestion(workspace, { id, settings }));
    const text = `update assay.runs set status = 'CANCELLED', finished_at = now() where id = $1`;
    await database.query({ name: 'test_end', text }, [id]);
    return id;
  }
  const claim = (): Promise<DueWebhook[]> => claimWebhooks(database, 5, 5, LEASE_MS, []);
  const stateOf = async (run: Id): Promise<object | undefined> => {
    const text = 'select error, failed_at is not null as dead from assay.webhooks where run_id = $1';
    return (await database.query<object>({ name: 'test_state', text }, [run]))[0];
  };

  it('hold values only of questions that have them sent', async () => {
    const [without, having] = [await ended(false), await ended(true)];
    const claimed = await claim();
    expect(new Map(claimed.map(({ run, values }) => [run, values]))).toEqual(
      new Map([
        [without, false],
        [having, true],
      ]),
    );
  });

  it('are claimed of each host a few, however many wait before, and of no busy host', async () => {
    const waiting = [await ended(false), await ended(false), await ended(false)];
    const other = await ended(false, 'https://other.example:8443/ended');
    const runs = async (perHost: number, busy: string[]): Promise<Id[]> =>
      (await claimWebhooks(database, 5, perHost, LEASE_MS, busy)).map(({ run }) => run).sort();
    expect(await runs(5, ['hooks.example', 'other.example:8443'])).toEqual([]);
    expect(await runs(2, [])).toEqual([...waiting.slice(0, 2), other].sort());
    expect(await runs(2, [])).toEqual(waiting.slice(2));
  });

  it('are claimed by one process, and again after a failure, which later attempts are not told', async () => {
    const run = await ended(false);
    expect(await claim()).toMatchObject([{ run, attempts: 1 }]);
    expect(await claim()).toEqual([]);
    await webhookFailed(database, run, 1, 'the receiver answered 500', false, 0);
    expect(await claim()).toMatchObject([{ run, attempts: 2 }]);
    await webhookFailed(database, run, 1, 'late', true, 0);
    expect(await stateOf(run)).toEqual({ error: 'the receiver answered 500', dead: false });
    expect(await claim()).toEqual([]);
    await webhookSent(database, run);
    await webhookFailed(database, run, 2, 'late', true, 0);
    expect(await stateOf(run)).toEqual({ error: null, dead: false });
  });
});
