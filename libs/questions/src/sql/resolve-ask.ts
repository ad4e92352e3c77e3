import {
  isId,
  QUEUE_OF_STAGE,
  type Dialect,
  type Id,
  type QuestionStatus,
  type SettingsPatch,
  type TaskQueue,
} from '@assay/contracts';
import { IDEMPOTENCY_HOURS, type Queryable } from '@assay/persistence';
import type { DayUsage } from '@assay/work';
import { TALLIES, type TalliedJudge } from './judge-tallies.js';
import { DAY_USAGE, OF_TODAY } from './day-usage.js';

/** All inputs of an ask in one round trip. */
export interface AskSituation {
  workspace: { id: Id; name: string; dialect: Dialect; settings: SettingsPatch };
  /** Longest wait by queue, seconds; only queues with waiting tasks. */
  waitingSeconds: Partial<Record<TaskQueue, number>>;
  today: DayUsage;
  tallies: TalliedJudge[];
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
  run: Id | null;
  status: QuestionStatus | null;
  bodyHash: string | null;
}

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
            (select ${TALLIES} from assay.judge_tallies j where j.workspace_id = w.id) as tallies
     from assay.workspaces w
     left join assay.idempotency_keys k
       on k.owner = $3 and k.key = $4 and k.created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'
     left join assay.runs r on r.id = k.run_id
     where ${by === 'id' ? 'w.id = $1::uuid' : 'lower(w.name) = lower($1)'} and w.privileges is not null
       and ($2::uuid[] is null or w.id = any ($2))`,
});

const byId = statement('id');
const byName = statement('name');

/**
 * Null if the workspace does not exist, is outside the caller's scope or was not checked yet; callers cannot tell
 * which.
 */
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
  const { id, name, dialect, settings, waiting, today, tallies, run, status, bodyHash } = row;
  return {
    workspace: { id, name, dialect, settings },
    waitingSeconds: waiting,
    today,
    tallies,
    earlier: run === null || status === null || bodyHash === null ? null : { run, status, bodyHash },
  };
}
