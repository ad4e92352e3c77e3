/** Fills a large record with `generate_series`: questions with three steps and events each, over a year. */
import { SEED_OPEN, SEEDED_ID } from '../../libs/questions/src/testing/seed-record.sql.ts';

/** Questions of one statement. */
const CHUNK = 100_000;
const YEAR_MS = 365 * 86_400_000;

/** The tables, each filled from the numbers $1 to $2. */
const TABLES = [
  `insert into assay.runs (id, product, workspace_id, status, seed, advance_wanted, deadline_at,
                           created_at, started_at, finished_at, last_event)
   select assay.bench_id(n), 'question', assay.bench_workspace(), 'GOLD', n, false, assay.bench_time(n),
          assay.bench_time(n), assay.bench_time(n), assay.bench_time(n), 3
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into assay.questions (run_id, workspace_id, question, requested_level, level, settings, "case", result)
   select assay.bench_id(n), assay.bench_workspace(), 'How many customers are there?', 'BASIC', 'BASIC', '{}', 'A', '{}'
   from generate_series($1::bigint, $2::bigint) n`,
  // bodies are kept for thirty days
  `insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, request, agent, model, status,
                            input_tokens, output_tokens, created_at)
   select assay.bench_id(n * 3 + k), assay.bench_id(n), assay.bench_id(n), k, 'model', '',
          case when assay.bench_time(n) > now() - interval '29 days' then '{}'::jsonb end, 'generator', 'bench',
          'answered', 100, 100, assay.bench_time(n)
   from generate_series($1::bigint, $2::bigint) n, generate_series(1, 3) k`,
  `insert into assay.event_batches (run_id, sequence, at, events)
   select assay.bench_id(n), k, assay.bench_time(n), '[{"type": "call-answered", "body": {}}]'
   from generate_series($1::bigint, $2::bigint) n, generate_series(1, 3) k`,
];

/**
 * Fills a migrated record.
 * @param client with the owner's rights
 */
export async function fillRecord(client, workspace, { questions, openTasks, onProgress }) {
  await prepare(client, workspace, questions);
  // consistent by construction: skip foreign keys
  await client.query('set session_replication_role = replica');
  for (const text of SEED_OPEN) await seed(client, text, workspace, openTasks);
  for (let done = 0; done < questions;) {
    const next = Math.min(questions, done + CHUNK);
    for (const text of TABLES) await client.query(text, [done + 1, next]);
    done = next;
    onProgress(done);
  }
  await client.query('set session_replication_role = origin');
  // leaves no cleaning for the measurement
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

/** Partitions, the workspace, and deterministic ids and times. */
async function prepare(client, workspace, questions) {
  const since = Date.now() - YEAR_MS;
  const step = YEAR_MS / questions;
  await client.query(`begin;
    select assay.ensure_partitions(3, 13);
    insert into assay.workspaces (id, name, dialect, connection, privileges)
      values ('${workspace}', 'bench', 'postgres', '', '{}');
    create function assay.bench_workspace() returns uuid language sql immutable as $$ select '${workspace}'::uuid $$;
    create function assay.bench_time(n bigint) returns timestamptz language sql stable as $$
      select to_timestamp((${since} + n * ${step}) / 1000) $$;
    create function assay.bench_id(n bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((${since} + (n % ${questions + 1}) * ${step})::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid $$;
    ${SEEDED_ID};
    commit`);
}

/** Only the named parameters. */
async function seed(client, text, workspace, count) {
  await client.query(text.replaceAll('$1::uuid', `'${workspace}'::uuid`).replaceAll('$2::integer', String(count)));
}
