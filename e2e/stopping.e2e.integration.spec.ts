import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { migrate } from '@assay/persistence';
import { freePort, startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceProcess } from './faults/service-process.js';

const CLIENTS = 12;
const STREAMS = 4;
/** Milliseconds; a balancer looks this often whether a process may be sent requests. */
const PROBE_MS = 100;
/** Time for the balancer to look, on a machine that does much else too. */
const STOP_DELAY_SECONDS = 5;

/** What its clients saw of one process. */
interface Seen {
  ids: string[];
  afterSignal: number;
  cut: string[];
}

describe('SIGTERM under load', () => {
  let postgres: TestPostgres;
  let rows: pg.Client;
  let url: string;
  const workspace = newId();
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.createFromTemplate('stopping', async (template) => void (await migrate(template)));
    rows = new pg.Client({ connectionString: url });
    await rows.connect();
    await rows.query(
      `insert into assay.workspaces (id, name, dialect, connection, privileges) values ($1, 'shop', 'postgres', '', '{}')`,
      [workspace],
    );
  });
  afterAll(async () => {
    await rows?.end();
    await postgres?.stop();
  });

  async function startApi(stopDelaySeconds: number): Promise<ServiceProcess> {
    const api = new ServiceProcess('api', await freePort(), {
      DATABASE_URL: url,
      ASSAY_SECRET_KEY: 'a secret key for tests alone',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      ASSAY_MODEL_BASIC: 'm',
      ASSAY_STOP_DELAY_SECONDS: String(stopDelaySeconds),
      ASSAY_RATE_LIMIT: '0',
      ASSAY_RATE_LIMIT_QUESTIONS: '0',
    });
    return api.ready();
  }

  /** Sends requests for as long as the process says that it is ready, as a balancer would. */
  async function load(api: ServiceProcess, isStopping: () => boolean, onLoaded: () => void): Promise<Seen> {
    const seen: Seen = { ids: [], afterSignal: 0, cut: [] };
    let ready = true;
    const client = async (): Promise<void> => {
      while (ready) {
        const sentAfter = isStopping();
        try {
          const response = await fetch(`${api.url}/v1/questions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ workspace: 'shop', question: 'How many?' }),
          });
          const { id } = (await response.json()) as { id: string };
          if (response.status !== 202) throw new Error(`answered ${response.status}`);
          seen.ids.push(id);
          if (seen.ids.length === 20 * CLIENTS) onLoaded();
          if (sentAfter) seen.afterSignal += 1;
        } catch (error) {
          seen.cut.push(String((error as Error).cause ?? error));
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    while (ready) {
      await delay(PROBE_MS);
      ready = await fetch(`${api.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
    await Promise.all(clients);
    return seen;
  }

  it('cuts no request, loses and doubles none, and ends streams in order', async () => {
    const api = await startApi(STOP_DELAY_SECONDS);
    const { id } = (await (
      await fetch(`${api.url}/v1/questions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ workspace: 'shop', question: 'Followed?' }),
      })
    ).json()) as { id: string };
    const streams = Array.from({ length: STREAMS }, async () =>
      (await fetch(`${api.url}/v1/questions/${id}/events`)).text(),
    );
    let signalled = false;
    const stop = (): void => {
      signalled = true;
      api.signal('SIGTERM');
    };
    const seen = await load(api, () => signalled, stop);
    expect(seen.cut).toEqual([]);
    // a stream that is cut rejects; one that has ended has brought what there was
    for (const text of await Promise.all(streams)) expect(text).toContain('question-accepted');
    expect(await api.exited()).toBe(0);
    const written = await rows.query<{ id: string }>('select id from assay.runs where id <> $1', [id]);
    expect(written.rows.map((row) => row.id).sort()).toEqual([...seen.ids].sort());
  });

  it('answers requests that come between the signal and the end of the delay', async () => {
    const api = await startApi(600);
    api.signal('SIGTERM');
    let ready = await fetch(`${api.url}/health/ready`);
    while (ready.status === 200) ready = await fetch(`${api.url}/health/ready`);
    // the request that saw it first may have come before the signal: connections close from the next one on
    ready = await fetch(`${api.url}/health/ready`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(`${api.url}/v1/workspaces`)).status).toBe(200);
    // told twice, it waits for nothing; what comes sooner counts as the same wish
    await delay(600);
    api.signal('SIGTERM');
    expect(await api.exited()).toBe(143);
    await expect(fetch(`${api.url}/v1/workspaces`)).rejects.toThrow();
  });
});
