import { newId } from '@assay/contracts';

/** `$2` open tasks of workspace `$1`, over 200 processes and 300 runs; nothing due, overdue or lost for a day. */
export const SEED_OPEN: readonly string[] = [
  `insert into assay.processes (id, service, host, pid, beaten_at)
   select assay.seeded_id('process', n), 'evaluator', 'host', n, now() + interval '1 day'
   from generate_series(1, 200) n`,
  `insert into assay.runs (id, product, workspace_id, status, seed, advance_wanted, check_at, deadline_at)
   select assay.seeded_id('open', n), 'question', $1::uuid, 'RUNNING', 1, false, now() + interval '1 day',
          now() + interval '1 day'
   from generate_series(1, 300) n`,
  `insert into assay.questions (run_id, workspace_id, question, requested_level, level, settings)
   select assay.seeded_id('open', n), $1::uuid, 'How many?', 'BASIC', 'BASIC', '{}' from generate_series(1, 300) n`,
  `insert into assay.tasks (id, run_id, workspace_id, queue, status, claim, process_id, claimed_at, run_until, publish_at,
                            payload, ordinal)
   select assay.seeded_id('task', n), assay.seeded_id('open', n % 300 + 1), $1::uuid,
          (array['generator', 'evaluator', 'supervisor', 'db-sampler'])[n % 4 + 1],
          case when n % 5 = 0 then 'RUNNING' else 'READY' end,
          case when n % 5 = 0 then gen_random_uuid() end,
          case when n % 5 = 0 then assay.seeded_id('process', n / 5 % 200 + 1) end, now(),
          case when n % 5 = 0 then now() + interval '1 day' end, now() + interval '1 day', '{}', n
   from generate_series(1, $2::integer) n`,
];

/** `$2` ended runs of workspace `$1` with three steps and events each, and as many requests without a run. */
export const SEED_ENDED: readonly string[] = [
  `insert into assay.runs (id, product, workspace_id, status, seed, advance_wanted, deadline_at,
                           finished_at)
   select assay.seeded_id('ended', n), 'question', $1::uuid, 'GOLD', 1, false, now(), now()
   from generate_series(1, $2::integer) n`,
  `insert into assay.questions (run_id, workspace_id, question, requested_level, level, settings)
   select assay.seeded_id('ended', n), $1::uuid, 'How many?', 'BASIC', 'BASIC', '{}'
   from generate_series(1, $2::integer) n`,
  `insert into assay.tasks (id, workspace_id, queue, status, payload, finished_at)
   select assay.seeded_id('request', n), $1::uuid, 'db-sampler', 'DONE', '{}', now()
   from generate_series(1, $2::integer) n`,
  `insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, request, status, created_at)
   select gen_random_uuid(), assay.seeded_id('ended', n), assay.seeded_id('task of ended', n), k, 'model', '', '{}',
          'answered', now() - n * interval '1 second'
   from generate_series(1, $2::integer) n, generate_series(1, 3) k`,
  `insert into assay.event_batches (run_id, sequence, events)
   select assay.seeded_id('ended', n), k, '[{"type": "call-answered", "body": {}}]'
   from generate_series(1, $2::integer) n, generate_series(1, 3) k`,
  `insert into assay.idempotency_keys (owner, key, body_hash, run_id, created_at)
   select 'test', 'old ' || n, '', assay.seeded_id('ended', n), now() - n * interval '1 second' - interval '1 day'
   from generate_series(1, $2::integer) n`,
  `insert into assay.blocks (workspace_id, hash, content)
   select $1::uuid, md5(n::text), '' from generate_series(1, $2::integer) n`,
];

/** Counters of 400 days, today's with 1,000,000 questions, of workspaces `$1` and a thousand others. */
export const SEED_DAYS = `insert into assay.workspace_days (workspace_id, day, slot, questions, tokens)
  select w.id, (now() at time zone 'UTC')::date - n, slot, 125000, 1000000
  from (select id from unnest($1::uuid[]) id union all select gen_random_uuid() from generate_series(1, 1000)) w,
       generate_series(0, 399, 13) n, generate_series(1, 8) slot`;

export const SEEDED_ID = `create function assay.seeded_id(p_kind text, p_n integer) returns uuid
  language sql immutable as $$
    select ('${newId().replaceAll('-', '').slice(0, 12)}7' || substr(md5(p_kind || p_n), 1, 19))::uuid $$`;
