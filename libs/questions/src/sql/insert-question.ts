import type {
  ErrorNote,
  GeneratorPayload,
  Id,
  Identity,
  JudgeBelief,
  Level,
  Settings,
  SettingsPatch,
} from '@assay/contracts';
import { IDEMPOTENCY_HOURS, toJsonb, type EventRow, type Queryable } from '@assay/persistence';

export interface NewQuestion {
  id: Id;
  workspace: Id;
  owner: string;
  /** Null: asked by a key or a queue. */
  person: Id | null;
  /** As whom its statements run; null: as the workspace's role. */
  identity: Identity | null;
  question: string;
  evidence: string[];
  follows: Id | null;
  continues: Id | null;
  /** The gold SQL that answers it, in use until it fails. */
  known: Id | null;
  /** The known SQL or the candidates of the continued question; empty without. */
  adopted: GeneratorPayload[];
  /** The answer that it gives; its gold SQL is left out of prompts. */
  evaluates: { evaluation: Id; goldSql: Id; repeat: number } | null;
  level: Level;
  settings: Settings;
  askedSettings: SettingsPatch;
  /** By agent and level. */
  models: Record<string, string>;
  judges: JudgeBelief[];
  /** 32 bits, unsigned. */
  seed: number;
  replyTo: string | null;
  traceContext: string | null;
  idempotency: { key: string; bodyHash: string } | null;
  /** Set if it cannot be answered here and ends at once. */
  error: ErrorNote | null;
  /** Audit entry: its id, and the caller besides `owner`. */
  audit: { id: Id; name: string | null; address: string | null; via?: string | null };
  events: EventRow[];
}

const statement = {
  name: 'insert_question',
  // One statement, one transaction: the idempotency key decides whether to write.
  text: `with ask as (
       select * from jsonb_to_record($1) as q (
         id uuid, workspace uuid, owner text, person uuid, identity jsonb, question text, evidence jsonb, follows uuid, continues uuid, known uuid, adopted jsonb, evaluates jsonb, level text, settings jsonb, "askedSettings" jsonb, models jsonb, judges jsonb, seed bigint,
         "replyTo" text, "traceContext" text, key text, "bodyHash" text, error jsonb,
         "deadlineSeconds" double precision, "questionsPerDay" integer, audit jsonb, events jsonb)
     ), keyed as (
       insert into assay.idempotency_keys as k (owner, key, body_hash, run_id)
       select owner, key, "bodyHash", id from ask where key is not null
       on conflict (owner, key) do update
         set body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
         where k.created_at <= now() - interval '${IDEMPOTENCY_HOURS} hours'
       returning run_id
     ), counted as (
       -- where a quota counts, one by one in slot 0, whose lock each waits for
       insert into assay.workspace_days as d (workspace_id, day, slot, questions)
       select workspace, (now() at time zone 'UTC')::date,
              case when "questionsPerDay" is null then assay.day_slot() else 0 end, 1
       from ask where key is null or exists (select 1 from keyed)
       on conflict (day, workspace_id, slot) do update set questions = d.questions + 1
         where d.slot > 0 or d.questions + (
           select coalesce(sum(o.questions), 0) from assay.workspace_days o
           where o.workspace_id = d.workspace_id and o.day = d.day and o.slot > 0) < (select "questionsPerDay" from ask)
       returning workspace_id
     ), run as (
       insert into assay.runs (id, product, workspace_id, person, status, seed, advance_wanted,
                               advance_published_at, deadline_at, last_event, error, stop_reason, reply_to,
                               trace_context, started_at, finished_at, check_at)
       select id, 'question', workspace, person, case when error is null then 'QUEUED' else 'ERROR' end, seed,
              error is null, case when error is null then now() end, now() + make_interval(secs => "deadlineSeconds"),
              jsonb_array_length(events), error, error ->> 'message', "replyTo", "traceContext",
              case when error is not null then now() end, case when error is not null then now() end,
              now() + assay.publish_delay(0)
       from ask where exists (select 1 from counted)
       returning id
     ), asked as (
       insert into assay.questions (run_id, workspace_id, api_key_id, question, evidence, requested_level, level,
                                    settings, asked_settings, models, judges, follows, continues, known, adopted,
                                    leaves_out, identity)
       select run.id, workspace, owner, question, evidence, level, level, settings, "askedSettings", models, judges, follows,
              continues, known, adopted, (evaluates ->> 'goldSql')::uuid, identity
       from ask join run on run.id = ask.id
     ), evaluated as (
       update assay.workspace_evaluation_answers a set run_id = run.id from ask join run on run.id = ask.id
       where a.evaluation_id = (evaluates ->> 'evaluation')::uuid and a.gold_sql_id = (evaluates ->> 'goldSql')::uuid
         and a.repeat = (evaluates ->> 'repeat')::integer
     ), hooked as (
       -- not for questions of an evaluation
       insert into assay.webhooks (run_id, url)
       select run.id, settings #>> '{onFinish,url}' from ask join run on run.id = ask.id
       where settings #>> '{onFinish,url}' is not null and evaluates ->> 'goldSql' is null
     ), audited as (
       insert into assay.audit (id, action, actor, actor_name, address, workspace_id, question_id, details)
       select (audit ->> 'id')::uuid, 'question-asked', owner, audit ->> 'name', audit ->> 'address', workspace, run.id,
              jsonb_strip_nulls(jsonb_build_object('via', audit ->> 'via'))
       from ask join run on run.id = ask.id
     ), emitted as (
       insert into assay.event_batches (run_id, sequence, at, events)
       select run.id, jsonb_array_length(events), clock_timestamp(), events
       from ask join run on run.id = ask.id where jsonb_array_length(events) > 0
     )
     select id from run`,
};

/** A key without question: the quota was exhausted concurrently. */
const KEY_OF_NO_QUESTION = 'idempotency_keys_run_id_fkey';

/** Writes and counts a question. False if nothing was written: same idempotency key, or quota exhausted. */
export async function insertQuestion(database: Queryable, question: NewQuestion): Promise<boolean> {
  const { idempotency, settings, ...rest } = question;
  const row = {
    ...rest,
    settings,
    key: idempotency?.key ?? null,
    bodyHash: idempotency?.bodyHash ?? null,
    deadlineSeconds: settings.deadlineSeconds,
    questionsPerDay: settings.quota.questionsPerDay,
  };
  try {
    return (await database.query<{ id: Id }>(statement, [toJsonb(row)])).length > 0;
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === KEY_OF_NO_QUESTION) return false;
    throw error;
  }
}
