import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';

/** Longer than the test. */
const LIMITS: StatementLimits = { statementTimeoutMs: 3_600_000, maxRows: 100, maxBytes: 1_000_000 };
const ENDLESS = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t';
const CANCEL_REQUEST = 80_877_102;

let postgres: TestPostgres;
let admin: pg.Client;
let way: Server;
let requests = 0;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const url = new URL(await postgres.createDatabase());
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  way = createServer((client) => void forward(client, url).catch(() => client.destroy())).listen(0, '127.0.0.1');
  await once(way, 'listening');
});

afterAll(async () => {
  way?.close();
  await admin?.end();
  await postgres?.stop();
});

/** Drops the first two cancel requests. */
async function forward(client: Socket, { hostname, port }: URL): Promise<void> {
  client.on('error', () => undefined);
  const [first] = (await once(client, 'data')) as [Buffer];
  if (first.readInt32BE(4) === CANCEL_REQUEST) {
    requests += 1;
    if (requests <= 2) return void client.destroy();
  }
  const server = connect(Number(port), hostname).on('error', () => undefined);
  server.write(first);
  client.pipe(server).pipe(client);
}

it('asks again where a request to cancel was lost', async () => {
  const url = new URL(postgres.url);
  url.pathname = admin.database ?? '';
  url.port = String((way.address() as AddressInfo).port);
  const policy = { hosts: null, ownStores: [], sqliteDirs: [] };
  const resolved = await resolveTarget(parseTargetUrl('postgres', `${url.href}?sslmode=disable`), policy);
  const database = openTargetDatabase(resolved, { guard: (sql) => ({ ok: true, sql, tables: [] }) as never });
  const running = async (): Promise<number> => {
    const found = await admin.query(
      "select from pg_stat_activity where state = 'active' and query = $1 and datname = current_database()",
      [ENDLESS],
    );
    return found.rowCount ?? 0;
  };
  const controller = new AbortController();
  const work = database.execute(ENDLESS, LIMITS, controller.signal).catch((error: unknown) => error);
  while ((await running()) === 0) await delay(10);
  controller.abort(new Error('nobody waits any more'));
  expect(await work).toBe(controller.signal.reason);
  while ((await running()) > 0) await delay(10);
  expect(requests).toBeGreaterThan(2);
  await database.close();
});
