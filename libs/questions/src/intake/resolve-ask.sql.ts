import { isId, type Dialect, type Id, type QuestionStatus, type SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** What an ask needs to know before it is written, in one round trip. */
export interface AskSituation {
  workspace: { id: Id; name: string; dialect: Dialect; settings: SettingsPatch };
  /** Seconds that the oldest task which could run has been waiting; null where none waits. */
  oldestReadySeconds: number | null;
  /** The question that this idempotency key was used for within its time. */
  earlier: { run: Id; status: QuestionStatus; bodyHash: string } | null;
}

interface Row {
  id: Id;
  name: string;
  dialect: Dialect;
  settings: SettingsPatch;
  oldest: number | null;
  run: Id | null;
  status: QuestionStatus | null;
  bodyHash: string | null;
}

/** How long an idempotency key is kept. */
export const IDEMPOTENCY_HOURS = 24;

const statement = (by: 'id' | 'name'): { name: string; text: string } => ({
  name: `resolve_ask_by_${by}`,
  text: `select w.id, w.name, w.dialect, w.settings, k.run_id as run, k.body_hash as "bodyHash", r.status,
            (select extract(epoch from now() - greatest(t.created_at, t.not_before))::double precision
             from assay.tasks t
             where t.finished_at is null and t.status = 'READY' and (t.not_before is null or t.not_before <= now())
             order by t.id limit 1) as oldest
     from assay.workspaces w
     left join assay.idempotency_keys k
       on k.owner = $3 and k.key = $4 and k.created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'
     left join assay.runs r on r.id = k.run_id
     where ${by === 'id' ? 'w.id = $1::uuid' : 'lower(w.name) = lower($1)'} and w.privileges is not null
       and ($2::uuid[] is null or w.id = any ($2))`,
});

const byId = statement('id');
const byName = statement('name');

/** Null where there is no such workspace in the caller's scope. */
export async function resolveAsk(
  database: Queryable,
  workspace: string,
  scope: readonly Id[] | null,
  owner: string,
  idempotencyKey: string | null,
): Promise<AskSituation | null> {
  // no name holds a NUL, and Postgres takes none
  if (workspace.includes('\0')) return null;
  const by = isId(workspace) ? byId : byName;
  const [row] = await database.query<Row>(by, [workspace, scope, owner, idempotencyKey]);
  if (!row) return null;
  const { id, name, dialect, settings, oldest, run, status, bodyHash } = row;
  return {
    workspace: { id, name, dialect, settings },
    oldestReadySeconds: oldest,
    earlier: run === null || status === null || bodyHash === null ? null : { run, status, bodyHash },
  };
}
