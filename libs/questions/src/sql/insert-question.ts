import type { ErrorNote, Id, Level, Settings } from '@assay/contracts';
import { IDEMPOTENCY_HOURS, toJsonb, type EventRow, type Queryable } from '@assay/persistence';

/** A question with its run, as it is written. */
export interface NewQuestion {
  id: Id;
  workspace: Id;
  owner: string;
  question: string;
  evidence: string[];
  /** The question that it follows up. */
  follows: Id | null;
  level: Level;
  settings: Settings;
  /** 32 bits, unsigned. */
  seed: number;
  pipelineVersion: number;
  replyTo: string | null;
  traceContext: string | null;
  idempotency: { key: string; bodyHash: string } | null;
  /** Set for a question that cannot be answered here: it has ended before it began. */
  error: ErrorNote | null;
  /** The entry in the audit trail: its id, and who asks beyond `owner`. */
  audit: { id: Id; name: string | null; address: string | null };
  events: EventRow[];
}

const statement = {
  name: 'insert_question',
  // One statement is one transaction: the key, if there is one, decides whether anything is written at all.
  text: `with ask as (
       select * from jsonb_to_record($1) as q (
         id uuid, workspace uuid, owner text, question text, evidence jsonb, follows uuid, level text, settings jsonb, seed bigint,
         "pipelineVersion" integer, "replyTo" text, "traceContext" text, key text, "bodyHash" text, error jsonb,
         "deadlineSeconds" double precision, audit jsonb, events jsonb)
     ), keyed as (
       insert into assay.idempotency_keys as k (owner, key, body_hash, run_id)
       select owner, key, "bodyHash", id from ask where key is not null
       on conflict (owner, key) do update
         set body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
         where k.created_at <= now() - interval '${IDEMPOTENCY_HOURS} hours'
       returning run_id
     ), run as (
       insert into assay.runs (id, product, pipeline_version, workspace_id, status, seed, advance_wanted,
                               advance_published_at, deadline_at, last_event, error, stop_reason, reply_to,
                               trace_context, started_at, finished_at, check_at)
       select id, 'question', "pipelineVersion", workspace, case when error is null then 'QUEUED' else 'ERROR' end, seed,
              error is null, case when error is null then now() end, now() + make_interval(secs => "deadlineSeconds"),
              jsonb_array_length(events), error, error ->> 'message', "replyTo", "traceContext",
              case when error is not null then now() end, case when error is not null then now() end,
              now() + assay.publish_delay(0)
       from ask where key is null or exists (select 1 from keyed)
       returning id
     ), asked as (
       insert into assay.questions (run_id, workspace_id, api_key_id, question, evidence, requested_level, level,
                                    settings, follows)
       select run.id, workspace, owner, question, evidence, level, level, settings, follows from ask join run on run.id = ask.id
     ), audited as (
       insert into assay.audit (id, action, actor, actor_name, address, workspace_id, question_id)
       select (audit ->> 'id')::uuid, 'question-asked', owner, audit ->> 'name', audit ->> 'address', workspace, run.id
       from ask join run on run.id = ask.id
     ), told as (
       insert into assay.events (run_id, sequence, type, at, body)
       select run.id, event.ordinality::integer, event.value ->> 'type', clock_timestamp(), event.value -> 'body'
       from ask join run on run.id = ask.id, jsonb_array_elements(events) with ordinality event
     )
     select id from run`,
};

/** Writes a question; false where another one was written under the same idempotency key meanwhile. */
export async function insertQuestion(database: Queryable, question: NewQuestion): Promise<boolean> {
  const { idempotency, settings, ...rest } = question;
  const row = {
    ...rest,
    settings,
    key: idempotency?.key ?? null,
    bodyHash: idempotency?.bodyHash ?? null,
    deadlineSeconds: settings.deadlineSeconds,
  };
  return (await database.query<{ id: Id }>(statement, [toJsonb(row)])).length > 0;
}
