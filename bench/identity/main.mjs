/**
 * What an identity adds to a statement: `npm run bench identity [-- rounds tables]` (default 300 and 2000). Each round
 * runs the statement without, with and again without an identity; the two series without one show the noise. Then the
 * same in a database with so many tables with policies, a function for every fourth, and views. Both modes of `asker`.
 * Exits with 1 above 5 ms.
 */
import pg from 'pg';
import { startTestPostgres } from '../../libs/testing/dist/test-postgres.js';
import { DatabaseSampler } from '../../apps/db-sampler/dist/sampler/database-sampler.js';

const MOST_MS = 5;
const WARM_UP = 30;
const ROLE = `bench_identity_${process.pid}`;
/** Taken in the mode `role`. */
const TAKEN = `bench_taken_${process.pid}`;
const LIMITS = { statementTimeoutMs: 20_000, maxRows: 100, maxBytes: 1_000_000 };
const FIXTURE = [
  `create role ${TAKEN}`,
  'create table notes (id int primary key, subject text, note text)',
  `insert into notes select n, 'p' || n % 8, 'note ' || n from generate_series(1, 400) as g(n)`,
  `create table shared (id int primary key, note text)`,
  `insert into shared select id, note from notes where subject = 'p0'`,
  'alter table notes enable row level security',
  `create policy own on notes using (subject = current_setting('assay.subject', true))`,
  `create policy of_role on notes to ${TAKEN} using (subject = 'p0')`,
  `create role ${ROLE} login noinherit password 'reads'`,
  `grant ${TAKEN} to ${ROLE}`,
  `grant select on notes, shared to ${ROLE}, ${TAKEN}`,
  'analyze',
];

/** A policy per table, partitions, functions, views, and roles. */
const largeOf = (tables) => [
  `create function allowed(text) returns boolean stable language plpgsql as $$ begin return $1 = current_setting('assay.subject', true); end $$`,
  `do $$ begin for n in 1..${tables} loop
     execute format('create table large_%s (id int primary key, subject text, note text, amount numeric, at timestamptz)', n);
     execute format('alter table large_%s enable row level security', n);
     execute format('create policy own on large_%s using (allowed(subject))', n);
     if n % 4 = 0 then
       execute format('create function function_%s(a int, b text) returns text stable language plpgsql as ''begin return b || a; end''', n);
       execute format('create index on large_%s (lower(note))', n);
     end if;
     if n % 10 = 0 then
       execute format('create view view_%s with (security_invoker) as select id, note from large_%s', n, n);
     end if;
   end loop; end $$`,
  `create table parted (id int, subject text) partition by list (subject)`,
  `do $$ begin for n in 1..${Math.ceil(tables / 20)} loop
     execute format('create table part_%s partition of parted for values in (%L)', n, 'p' || n);
   end loop; end $$`,
  `grant select on all tables in schema public to ${ROLE}, ${TAKEN}`,
  'analyze',
];

const rounds = Number(process.argv[2] ?? 300);
const tables = Number(process.argv[3] ?? 2000);
if (!(rounds > 0)) throw new Error(`expected a number of rounds, not "${process.argv[2]}"`);
const server = await startTestPostgres();
const sampler = new DatabaseSampler({ policy: { hosts: null, ownStores: [], sqliteDirs: [] } });
try {
  const database = await server.createDatabase();
  const admin = new pg.Client({ connectionString: database });
  await admin.connect();
  for (const statement of FIXTURE) await admin.query(statement);
  const { host, pathname } = new URL(database);
  const url = `postgres://${ROLE}:reads@${host}${pathname}`;
  for (const size of [0, tables]) {
    if (size > 0) for (const statement of largeOf(size)) await admin.query(statement);
    for (const [name, plain, secured] of [
      ['select 1', 'select 1', 'select 1'],
      ['50 rows', 'select * from shared', 'select * from notes'],
    ]) {
      for (const mode of ['variables', 'role']) {
        const added = await compare(
          `${name}, ${size + 2} tables, ${mode}`,
          () => run(url, plain, null),
          () => run(url, secured, mode),
        );
        if (added > MOST_MS) process.exitCode = 1;
      }
    }
  }
  await admin.query(`drop owned by ${ROLE}, ${TAKEN} cascade; drop role ${ROLE}, ${TAKEN}`);
  await admin.end();
} finally {
  await sampler.close();
  await server.stop();
}

/** Prints medians in ms; returns what the identity adds. */
async function compare(name, without, withIdentity) {
  const series = { without: [], identity: [], again: [] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [kind, statement] of [
      ['without', without],
      ['identity', withIdentity],
      ['again', without],
    ]) {
      const startedAt = performance.now();
      await statement();
      if (round >= 0) series[kind].push(performance.now() - startedAt);
    }
  }
  const [first, own, second] = [series.without, series.identity, series.again].map(median);
  const added = own - (first + second) / 2;
  const figures = { without: first, again: second, 'with identity': own, added, noise: Math.abs(first - second) };
  const shown = Object.entries(figures).map(([label, ms]) => `${label} ${ms.toFixed(2)}`);
  console.log(`${name}: ${shown.join(', ')} ms (medians of ${rounds})`);
  return added;
}

function median(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}

/** As db-sampler answers a question's statement. */
async function run(url, sql, mode) {
  const isRole = mode === 'role';
  const claims = isRole ? { role: 'role' } : {};
  const asker = { mode, claims, roles: isRole ? [TAKEN] : [], allowFunctions: [], allowExtensions: [] };
  const person = '00000000-0000-4000-8000-000000000000';
  const variables = isRole ? {} : { person, subject: 'p0', groups: '["g"]' };
  const identity = { person, role: isRole ? TAKEN : null, variables };
  const connection = {
    workspace: mode ?? 'plain',
    dialect: 'postgres',
    url,
    asker: mode && asker,
    identity: mode && identity,
    guard: { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: false },
  };
  const request = { kind: 'rows', sql, limits: LIMITS, offset: 0, limit: LIMITS.maxRows };
  const answer = await sampler.answer(connection, request, new AbortController().signal);
  if (answer.result === undefined) throw new Error(JSON.stringify(answer));
}
