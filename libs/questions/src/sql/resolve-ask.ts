import {
  isId,
  QUEUE_OF_STAGE,
  type Dialect,
  type Id,
  type QuestionStatus,
  type SettingsPatch,
  type TaskQueue,
} from '@assay/contracts';
import type { ReportedFaults } from '@assay/decision';
import { IDEMPOTENCY_HOURS, type Queryable } from '@assay/persistence';
import type { DayUsage } from '@assay/work';
import { TALLIES, type TalliedJudge } from './judge-tallies.js';
import { DAY_USAGE, OF_TODAY } from './day-usage.js';

/** All inputs of an ask in one round trip. */
export interface AskSituation {
  workspace: { id: Id; name: string; dialect: Dialect; settings: SettingsPatch };
  /** Longest waits; only queues with waiting tasks. */
  waitingSeconds: Partial<Record<TaskQueue, number>>;
  today: DayUsage;
  tallies: TalliedJudge[];
  /** Of the last `RECENT` questions. */
  reportedFaults: ReportedFaults;
  /** The question of this idempotency key, while it is kept. */
  earlier: { run: Id; status: QuestionStatus; bodyHash: string } | null;
}

interface Row {
  id: Id;
  name: string;
  dialect: Dialect;
  settings: SettingsPatch;
  waiting: Partial<Record<TaskQueue, number>>;
  today: DayUsage;
  tallies: TalliedJudge[];
  reportedFaults: ReportedFaults;
  run: Id | null;
  status: QuestionStatus | null;
  bodyHash: string | null;
}

/** Questions whose reports of uncovered faults count. */
const RECENT = 50;

const REPORTED_FAULTS = `
  select jsonb_build_object('of', count(*), 'reported', count(*) filter (where judged.reported))
  from (select bool_or(a.decisions -> 'tests' ?| array['added', 'leftUncovered']) as reported
        from (select o.id from assay.runs o where o.workspace_id = w.id and o.product = 'question'
              order by o.id desc limit ${RECENT}) recent
        join assay.attempts a on a.run_id = recent.id and a.decisions #> '{tests,numbered}' is not null
        group by a.run_id) judged`;

const QUEUES: readonly TaskQueue[] = [...new Set(Object.values(QUEUE_OF_STAGE))];

const statement = (by: 'id' | 'name'): { name: string; text: string } => ({
  name: `resolve_ask_by_${by}`,
  text: `select w.id, w.name, w.dialect, w.settings, k.run_id as run, k.body_hash as "bodyHash", r.status,
            (select coalesce(jsonb_object_agg(q.queue, extract(epoch from now() - oldest.ready_at)), '{}')
             from unnest($5::text[]) as q (queue)
             cross join lateral (select t.ready_at from assay.tasks t
                                 where t.status = 'READY' and t.workspace_id = w.id and t.queue = q.queue
                                   and t.ready_at <= now()
                                 order by t.ready_at limit 1) oldest) as waiting,
            (select ${DAY_USAGE} from assay.workspace_days d where ${OF_TODAY}) as today,
            (select ${TALLIES} from assay.judge_tallies j where j.workspace_id = w.id) as tallies,
            (${REPORTED_FAULTS}) as "reportedFaults"
     from assay.workspaces w
     left join assay.idempotency_keys k
       on k.owner = $3 and k.key = $4 and k.created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'
     left join assay.runs r on r.id = k.run_id
     where ${by === 'id' ? 'w.id = $1::uuid' : 'lower(w.name) = lower($1)'} and w.privileges is not null
       and ($2::uuid[] is null or w.id = any ($2))`,
});

const byId = statement('id');
const byName = statement('name');

/** Null if the workspace is absent, out of scope or unchecked; the caller does not learn which. */
export async function resolveAsk(
  database: Queryable,
  workspace: string,
  scope: readonly Id[] | null,
  owner: string,
  idempotencyKey: string | null,
): Promise<AskSituation | null> {
  // Postgres refuses NUL
  if (workspace.includes('\0')) return null;
  const by = isId(workspace) ? byId : byName;
  const [row] = await database.query<Row>(by, [workspace, scope, owner, idempotencyKey, QUEUES]);
  if (!row) return null;
  const { id, name, dialect, settings, waiting, today, tallies, reportedFaults, run, status, bodyHash } = row;
  return {
    workspace: { id, name, dialect, settings },
    waitingSeconds: waiting,
    today,
    tallies,
    reportedFaults,
    earlier: run === null || status === null || bodyHash === null ? null : { run, status, bodyHash },
  };
}
