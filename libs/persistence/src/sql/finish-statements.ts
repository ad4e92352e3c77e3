import type { Id, TaskQueue, TaskStatus } from '@assay/contracts';
import type { PipelinedStatement } from '../database.js';
import { toJsonb } from '../storable.js';
import type { FinishItem } from './finish-item.js';

export interface EndedTask {
  task: Id;
  status: TaskStatus;
  delivery: number;
  queue: TaskQueue;
  priority: number;
}

/** A task whose claim holds; `late`: its run has dropped it. */
export interface LockedTask {
  task: Id;
  late: boolean;
}

export interface StageCount {
  run: Id;
  /** The run wants its next step. */
  advance: boolean;
}

/**
 * Items that may write: their claim holds and the run goes on; the same in all statements, because tasks end in the
 * last one. `late`: the run dropped the task; only paid answers are stored. `final`: the new status; DEAD if a counted
 * release has no attempt left.
 */
const ACCEPTED = `accepted as materialized (
    select t.id as task, t.run_id as run, t.stage_id as stage, t.ordinal, t.status = 'CANCELLED' as late, i.supersede, i.key,
           case when t.status = 'CANCELLED' then null
                when i.status = 'READY' and not i.uncounted and t.attempts >= t.max_attempts then 'DEAD'
                else i.status end as final
    from jsonb_to_recordset($1::jsonb) as i (task uuid, claim uuid, status text, uncounted boolean, key text,
                                             supersede integer)
    join assay.tasks t on t.id = i.task and t.claim = i.claim
    where t.status in ('RUNNING', 'CANCELLED')
      -- one value per row: an EXISTS may be answered by reading all runs that have ended
      and (select r.finished_at from assay.runs r where r.id = t.run_id) is null
  )`;

const ENDS = `ends as materialized (
    select a.run, a.stage, count(*)::integer as tasks from accepted a
    where a.final in ('DONE', 'DEAD') and a.stage is not null group by a.run, a.stage
  )`;

/** Whether stage s wakes the coordinator after e.tasks fewer open tasks. */
const WANTS_ADVANCE = `(s.open_tasks = 0 or (s.open_tasks <= s.look_at_open and s.open_tasks + e.tasks > s.look_at_open))`;

/** The first committed outcome of a key is the original; within a group, the lowest ordinal. */
const ORIGINALS = `originals as materialized (
    select a.task, coalesce(
      (select o.id from assay.tasks o
       where o.stage_id = a.stage and o.status = 'DONE' and o.result_key = a.key and o.duplicate_of is null limit 1),
      first_value(a.task) over (partition by a.stage, a.key order by a.ordinal)) as original
    from accepted a where a.final = 'DONE' and a.key is not null and a.stage is not null
  )`;

const duplicateOf = (task: string): string =>
  `(select nullif(o.original, o.task) from originals o where o.task = ${task})`;

const lockRuns = {
  name: 'finish_lock_runs',
  text: 'select id from assay.runs where id = any ($1) order by id for no key update',
};

const lockStages = {
  name: 'finish_lock_stages',
  text: 'select id from assay.stages where id = any ($1) order by id for no key update',
};

const lockTasks = {
  name: 'finish_lock_tasks',
  text: `select t.id as task, t.status = 'CANCELLED' as late from assay.tasks t
    join jsonb_to_recordset($1::jsonb) as i (task uuid, claim uuid) on t.id = i.task and t.claim = i.claim
    where t.status in ('RUNNING', 'CANCELLED')
      and (select r.finished_at from assay.runs r where r.id = t.run_id) is null
    order by t.id for no key update of t`,
};

const countStages = {
  name: 'finish_count_stages',
  text: `with ${ACCEPTED}, ${ENDS}
    update assay.stages s set open_tasks = s.open_tasks - e.tasks from ends e where s.id = e.stage
    returning s.run_id as run, ${WANTS_ADVANCE} as advance`,
};

/**
 * An event of a step is skipped if the step exists: a retried group must not add it twice. For `late` tasks only
 * answered calls, which were paid for.
 */
const appendEvents = {
  name: 'finish_append_events',
  text: `with ${ACCEPTED}, ${ENDS}, ${ORIGINALS},
    added as materialized (
      select a.run, count(*)::integer as number, jsonb_agg(jsonb_build_object('type', e.type, 'body',
               case when e.body ? 'duplicateOf'
                    then e.body || jsonb_build_object('duplicateOf', ${duplicateOf('e.task')})
                    else e.body end) order by e.ordinality) as events
      from rows from (jsonb_to_recordset($2::jsonb) as (task uuid, step uuid, type text, body jsonb))
           with ordinality as e (task, step, type, body, ordinality)
      join accepted a on a.task = e.task
      where a.run is not null and (not a.late or e.type = 'call-answered' and e.step is not null)
        and (e.step is null or not exists (select 1 from assay.steps k where k.run_id = a.run and k.id = e.step))
      group by a.run
    ), batches as (
      insert into assay.event_batches (run_id, sequence, at, events)
      select b.run, r.last_event + b.number, clock_timestamp(), b.events
      from added b join assay.runs r on r.id = b.run
    ), changed as (
      select a.run, count(a.final) filter (where a.stage is not null)::integer as ends,
             coalesce((select b.number from added b where b.run = a.run), 0) as events,
             coalesce((select bool_or(${WANTS_ADVANCE}) from ends e join assay.stages s on s.id = e.stage
                       where e.run = a.run), false) as advance
      from accepted a where a.run is not null group by a.run
    )
    update assay.runs r
    set last_event = r.last_event + c.events, revision = r.revision + c.ends,
        advance_wanted = r.advance_wanted or c.advance,
        advance_published_at = case when c.advance then now() else r.advance_published_at end,
        advance_publishes = case when c.advance then 0 else r.advance_publishes end,
        check_at = case when c.advance then least(r.check_at, now() + assay.publish_delay(0)) else r.check_at end
    from changed c where r.id = c.run and (c.events > 0 or c.ends > 0)`,
};

const supersedeSteps = {
  name: 'finish_supersede_steps',
  text: `with ${ACCEPTED}
    update assay.steps s set superseded = true from accepted a
    where s.run_id = coalesce(a.run, a.task) and s.task_id = a.task and s.ordinal >= a.supersede`,
};

/** Inserts missing steps, and their cost in the workspace's day. */
const insertSteps = {
  name: 'finish_insert_steps',
  text: `with ${ACCEPTED}, inserted as (
      insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, request, answer, raw, agent, model,
                               prompt_hash, status, finish_reason, error, input_tokens, output_tokens, cached_tokens,
                               cache_write_tokens, cost_usd, latency_ms, parser, repaired, flags)
      select s.id, coalesce(a.run, a.task), a.task, s.ordinal, s.kind, s."requestHash", s.request, s.answer,
             ($3::bytea[])[s.raw], s.agent, s.model, s."promptHash", s.status, s."finishReason", s.error,
             coalesce(s."inputTokens", 0), coalesce(s."outputTokens", 0), s."cachedTokens",
             s."cacheWriteTokens", s."costUsd",
             coalesce(s."latencyMs", 0), s.parser, coalesce(s.repaired, false), coalesce(s.flags, '[]')
      from jsonb_to_recordset($2::jsonb) as s (
        task uuid, id uuid, ordinal integer, kind text, "requestHash" text, request jsonb, answer jsonb, raw integer,
        agent text, model text, "promptHash" text, status text, "finishReason" text, error jsonb, "inputTokens" integer,
        "outputTokens" integer, "cachedTokens" integer, "cacheWriteTokens" integer, "costUsd" double precision, "latencyMs" double precision,
        parser text, repaired boolean, flags jsonb)
      join accepted a on a.task = s.task
      -- as ON CONFLICT would do, which writes to the log twice; nothing else inserts steps of a locked task
      where not exists (select 1 from assay.steps k where k.run_id = coalesce(a.run, a.task) and k.id = s.id)
      returning run_id, kind, input_tokens, output_tokens, cost_usd
    )
    insert into assay.workspace_days as d (workspace_id, day, slot, tokens, cost_usd)
    select r.workspace_id, (now() at time zone 'UTC')::date, assay.day_slot(), sum(i.input_tokens + i.output_tokens),
           coalesce(sum(i.cost_usd), 0)
    from inserted i join assay.runs r on r.id = i.run_id
    where i.kind = 'model' and r.workspace_id is not null
    group by r.workspace_id
    order by r.workspace_id
    on conflict (day, workspace_id, slot) do update
      set tokens = d.tokens + excluded.tokens, cost_usd = d.cost_usd + excluded.cost_usd`,
};

/** Must be last: it ends the claims of the group. */
const endTasks = {
  name: 'finish_end_tasks',
  text: `with ${ACCEPTED}, ${ORIGINALS}
    update assay.tasks t
    set status = a.final, result = i.result, result_key = a.key, last_error = coalesce(i.error, t.last_error),
        duplicate_of = ${duplicateOf('t.id')},
        claim = null, process_id = null, run_until = null, publishes = 0,
        finished_at = case when a.final = 'READY' then null else clock_timestamp() end,
        delivery = t.delivery + case when a.final = 'READY' then 1 else 0 end,
        attempts = t.attempts - case when i.uncounted then 1 else 0 end,
        losses = t.losses + case when i.lost then 1 else 0 end,
        ready_at = case when a.final = 'READY' then now() + make_interval(secs => i."delayMs" / 1000) else t.ready_at end,
        publish_at = case when a.final = 'READY'
                          then now() + make_interval(secs => i."delayMs" / 1000) + assay.publish_delay(0)
                          else t.publish_at end
    from accepted a
    join jsonb_to_recordset($2::jsonb) as i (task uuid, result jsonb, error jsonb, uncounted boolean, lost boolean,
                                             "delayMs" double precision) on i.task = a.task
    where t.id = a.task and a.final is not null
    returning t.id as task, t.status, t.delivery, t.queue, t.priority`,
};

/**
 * Each item is of another task. Lock order: run, stage, task, day. They are pipelined: none uses a result that another
 * returned, only rows that it wrote.
 */
export function finishStatements(items: readonly FinishItem[]): Record<string, PipelinedStatement> {
  const heads = toJsonb(items.map(headOf));
  const ends = items.flatMap(({ task, finish }) => (finish ? [{ delayMs: 0, uncounted: false, ...finish, task }] : []));
  const { steps, raws } = stepsOf(items);
  // requests without a stage do not change their run and do not lock it
  const ofRuns = items.filter(({ stage, events = [] }) => stage !== null || events.length > 0);
  const runs = [...new Set(ofRuns.flatMap(({ run }) => run ?? []))];
  const stages = [...new Set(items.flatMap(({ stage, finish }) => (finish && stage) || []))];
  const supersedes = items.some(({ supersedeFrom }) => supersedeFrom !== undefined);
  return {
    lockRuns: { ...lockRuns, parameters: [runs] },
    lockStages: { ...lockStages, parameters: [stages] },
    lockTasks: { ...lockTasks, parameters: [heads] },
    countStages: { ...countStages, parameters: [heads] },
    appendEvents: { ...appendEvents, parameters: [heads, toJsonb(eventsOf(items))] },
    ...(supersedes && { supersedeSteps: { ...supersedeSteps, parameters: [heads] } }),
    ...(steps.length > 0 && { insertSteps: { ...insertSteps, parameters: [heads, toJsonb(steps), raws] } }),
    endTasks: { ...endTasks, parameters: [heads, toJsonb(ends)] },
  };
}

function headOf({ task, claim, finish, supersedeFrom }: FinishItem): object {
  const key = finish?.status === 'DONE' ? finish.key : undefined;
  const uncounted = finish?.status === 'READY' && finish.uncounted === true;
  return { task, claim, status: finish?.status ?? null, uncounted, key, supersede: supersedeFrom };
}

function eventsOf(items: readonly FinishItem[]): object[] {
  return items.flatMap(({ task, steps = [], events = [] }) =>
    events.map(({ type, body }) => ({ task, type, body, step: steps[0]?.id })),
  );
}

/** Steps as JSON; they refer to their raw bytes by index. */
function stepsOf(items: readonly FinishItem[]): { steps: object[]; raws: Buffer[] } {
  const raws: Buffer[] = [];
  const steps = items.flatMap(({ task, steps: all = [] }) =>
    all.map(({ raw, ...step }) => ({
      ...step,
      task,
      raw: raw && raws.push(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)),
    })),
  );
  return { steps, raws };
}
