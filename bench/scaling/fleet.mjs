/** All services as processes on one Postgres, with or without Redis. */
import { SERVICES } from '../../libs/contracts/dist/index.js';
import { startEmbeddedPostgres } from '../../libs/runtime/dist/embedded-postgres/index.js';
import { migrate } from '../../libs/persistence/dist/index.js';
import { AssayClient } from '../../libs/client/dist/index.js';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { cpuMs, find, freePort } from '../questions/servers.mjs';

const apps = fileURLToPath(new URL('../../apps', import.meta.url));
const OTHERS = SERVICES.map(({ name }) => name).filter((name) => name !== 'evaluator');

const SHOP = `create table category (id integer primary key, name text not null);
  create table book (id integer primary key, category_id integer references category (id));
  insert into category select id, 'category ' || id from generate_series(1, 40) id;
  insert into book select id, id % 40 + 1 from generate_series(1, 2000) id;
  create role bench_reader login password 'reads-only'; grant select on all tables in schema public to bench_reader;`;

/** @param redis null: queues on Postgres */
export async function openFleet({ folder, modelUrl, redis, evaluatorConcurrency }) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), database: 'assay' });
  await migrate(postgres.url);
  // separate server: the target's cost is not the record's
  const target = await startEmbeddedPostgres({ dataDir: join(folder, 'target'), database: 'shop' });
  await query(target.url, SHOP);
  const environment = {
    PATH: process.env.PATH,
    LOG_LEVEL: 'error',
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API_KEY: 'bench',
    ASSAY_MODEL_BASIC: 'bench',
    DATABASE_URL: postgres.url,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ASSAY_SECRET_KEY: 'a secret key for benchmarks alone',
    ASSAY_TARGET_HOSTS: '127.0.0.1',
    ASSAY_DATA_DIR: join(folder, 'data'),
  };
  const others = [];
  for (const name of OTHERS) others.push(await startService(name, environment));
  const client = new AssayClient({ url: others[0].url });
  const url = Object.assign(new URL(target.url), { username: 'bench_reader', password: 'reads-only' });
  await client.workspaces.create({ name: 'bookshop', database: { dialect: 'postgres', url: url.href } });
  const evaluators = [];
  return {
    client,
    postgres: { url: postgres.url, port: postgres.port, pid: postmasterOf(join(folder, 'postgres')) },
    services: () => [...others, ...evaluators],
    /** Brings the number of evaluators to `count`. */
    scale: async (count) => {
      while (evaluators.length > count) await evaluators.pop().stop();
      const variables = { ...environment, ASSAY_CONCURRENCY: String(evaluatorConcurrency) };
      while (evaluators.length < count) evaluators.push(await startService('evaluator', variables));
    },
    cpuMs: () => [...others, ...evaluators].reduce((sum, service) => sum + cpuMs(service.pid), 0),
    close: async () => {
      await Promise.all([...others, ...evaluators].map((service) => service.stop()));
      await Promise.all([postgres.stop(), target.stop()]);
    },
  };
}

async function startService(name, environment) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(apps, name, 'dist', 'main.js')], {
    env: { ...environment, PORT: String(port) },
    // ends with the benchmark
    stdio: ['ignore', 'ignore', process.env.BENCH_DEBUG ? 'inherit' : 'ignore', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`${name} did not start`);
    await sleep(100);
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { name, url, pid: child.pid, stop: () => (child.kill('SIGTERM'), ended) };
}

const isReady = (url) =>
  fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

const postmasterOf = (folder) => Number(readFileSync(find(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
