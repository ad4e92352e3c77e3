/**
 * Hot statements on a record of a thousand questions and on one of `questions` with a tenth as many open tasks (a
 * million at most), alternating on one server.
 */
import { migrate, Database } from '../../libs/persistence/dist/index.js';
import { startEmbeddedPostgres } from '../../libs/runtime/dist/embedded-postgres/index.js';
import { mkdirSync, statfsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillRecord } from './fill-record.mjs';
import { hotStatements, IN_THE_BACKGROUND } from './hot-statements.mjs';

const FOLDER = fileURLToPath(new URL(`../../.assay/bench-growth-${process.pid}`, import.meta.url));
const SMALL = { questions: 1000, openTasks: 1000 };
/** Few, to measure statements instead of the disk. */
const READ = 20;
const ROUNDS = 300;
const WARM_UP = 30;
/** Allowed increase on the large record. */
const ALLOWED = 0.2;
/** Allowed noise, ms: the quickest medians (0.3 ms) vary by this. */
const NOISE_MS = 0.15;

/** Bytes per million questions, and of the server's log. */
const BYTES_PER_MILLION = 2.5e9;
const BYTES_BESIDE = 6e9;

const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB' };

/** Fills, measures and prints. True if no statement costs too much. Removes the server's folder in any case. */
export async function measureRecord(questions) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 });
  refuseWithoutRoom(questions);
  const server = await startEmbeddedPostgres({ dataDir: FOLDER, kind: 'throwaway', settings: SETTINGS });
  const openTasks = Math.min(1_000_000, Math.max(SMALL.openTasks, Math.round(questions / 10)));
  const small = await openRecord(server.url, 'growth_small', SMALL);
  const large = await openRecord(server.url, 'growth_large', { questions, openTasks });
  const times = await measure(small, large);
  print(times, large, { questions, openTasks });
  await Promise.all([small.database.close(), large.database.close()]);
  await server.stop();
  return !times.some(isTooDear);
}

function refuseWithoutRoom(questions) {
  const { bavail, bsize } = statfsSync(FOLDER);
  const needed = BYTES_BESIDE + (questions / 1e6) * BYTES_PER_MILLION;
  if (bavail * bsize < needed) {
    throw new Error(
      `${Math.ceil(needed / 1e9)} GB are needed on the disk of ${FOLDER}, ${Math.floor((bavail * bsize) / 1e9)} are free`,
    );
  }
}

/** Each in a separate database. */
async function openRecord(serverUrl, name, { questions, openTasks }) {
  const url = new URL(serverUrl);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const startedAt = performance.now();
  const onProgress = (done) =>
    console.error(`${name}: ${done.toLocaleString('en')} questions, ${seconds(startedAt)} s`);
  const workspace = '01a00000-0000-7000-8000-000000000001';
  await fillRecord(client, workspace, { questions, openTasks, onProgress });
  const some = await client.query(
    `select assay.bench_id((1 + random() * ($1 - 1))::bigint) as id from generate_series(1, ${READ})`,
    [questions],
  );
  const size = await client.query(
    `select pg_size_pretty(pg_database_size(current_database())) as size,
            (select count(*)::integer from pg_inherits where inhparent = 'assay.steps'::regclass) as partitions`,
  );
  await client.end();
  const ids = some.rows.map(({ id }) => id);
  let next = 0;
  const ended = () => ids[(next += 1) % ids.length];
  // the pool and settings of a service
  const database = new Database({ url: url.href, max: 1 });
  return {
    database,
    ...hotStatements(database, workspace, ended),
    ...size.rows[0],
    filled: seconds(startedAt),
  };
}

/** Median ms on both, alternating in varying order. */
async function measure(small, large) {
  const samples = new Map();
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const sides = [
      { which: 'small', record: small },
      { which: 'large', record: large },
    ];
    for (const names of shuffled(small.ways)) {
      for (const { which, record } of round % 2 === 0 ? sides : sides.toReversed()) {
        for (const name of names) {
          const startedAt = performance.now();
          await record.statements[name]();
          const times = samples.get(name) ?? { small: [], large: [] };
          samples.set(name, times);
          if (round >= WARM_UP) times[which].push(performance.now() - startedAt);
        }
      }
    }
  }
  return Object.keys(small.statements).map((name) => {
    const times = samples.get(name);
    return { name, small: median(times.small), large: median(times.large) };
  });
}

function shuffled(items) {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

function print(times, large, { questions, openTasks }) {
  const number = (value) => value.toLocaleString('en');
  console.log(
    `# A record of ${number(questions)} questions, ${number(questions * 3)} steps and as many events, ` +
      `${number(openTasks)} open tasks; ${cpus().length} cores\n\n` +
      `${large.size}, ${large.partitions} partitions of steps; made in ${large.filled} s.\n`,
  );
  console.log(
    `| statement, median ms | ${number(SMALL.questions)} | ${number(questions)} | change |\n${'| --- '.repeat(4)}|`,
  );
  for (const { name, small, large: grown } of times) {
    const change = grown / small - 1;
    const sign = isTooDear({ name, small, large: grown }) ? ' (!)' : name === IN_THE_BACKGROUND ? ' (not hot)' : '';
    console.log(`| ${name} | ${small.toFixed(2)} | ${grown.toFixed(2)} | ${(change * 100).toFixed(0)} %${sign} |`);
  }
  const dear = times.filter(isTooDear);
  const bound = `${ALLOWED * 100} % and ${NOISE_MS} ms`;
  console.log(
    `\n${dear.length} of ${times.length} statements, all but one of them hot, cost more than ${bound} above the small record.`,
  );
}

function isTooDear({ name, small, large }) {
  return name !== IN_THE_BACKGROUND && large > small * (1 + ALLOWED) + NOISE_MS;
}

function median(times) {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)];
}

function seconds(since) {
  return Math.round((performance.now() - since) / 1000);
}
