import type { ErrorNote, Id, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface StageRow {
  id: Id;
  attempt: number;
  kind: string;
  round: number;
  total: number;
  openTasks: number;
  startedAt: Date;
  closedAt: Date | null;
  tasks: TaskRow[];
}

export interface TaskRow {
  id: Id;
  stage: Id;
  ordinal: number;
  status: TaskStatus;
  payload: unknown;
  result: unknown;
  error: ErrorNote | null;
  straggler: boolean;
  duplicateOf: Id | null;
  createdAt: Date;
  claimedAt: Date | null;
  finishedAt: Date | null;
  attempts: number;
}

const statement = {
  name: 'read_stages',
  text: `select s.id, s.attempt, s.kind, s.round, s.total, s.open_tasks as "openTasks", s.started_at as "startedAt",
            s.closed_at as "closedAt",
            (select coalesce(jsonb_agg(jsonb_build_object(
                      'id', t.id, 'stage', t.stage_id, 'ordinal', t.ordinal, 'status', t.status, 'payload', t.payload,
                      'result', t.result, 'error', t.last_error, 'straggler', t.straggler,
                      'duplicateOf', t.duplicate_of, 'attempts', t.attempts,
                      'createdAt', extract(epoch from t.created_at) * 1000,
                      'claimedAt', extract(epoch from t.claimed_at) * 1000,
                      'finishedAt', extract(epoch from t.finished_at) * 1000) order by t.ordinal), '[]')
             from assay.tasks t where t.stage_id = s.id) as tasks
     from assay.stages s where s.run_id = $1 and s.id <> all ($2) order by s.started_at, s.id`,
};

/** A task as it comes out of the aggregate: times in milliseconds since the epoch. */
type TaskJson = Omit<TaskRow, 'createdAt' | 'claimedAt' | 'finishedAt'> & {
  createdAt: number;
  claimedAt: number | null;
  finishedAt: number | null;
};

/**
 * The stages of a run with their tasks, in their order. Results hold no rows of target databases: those stay on
 * db-sampler's answers. @param except stages that the caller has already: one that is closed never changes
 */
export async function readStages(connection: Queryable, run: Id, except: readonly Id[] = []): Promise<StageRow[]> {
  const stages = await connection.query<Omit<StageRow, 'tasks'> & { tasks: TaskJson[] }>(statement, [run, except]);
  return stages.map((stage) => ({ ...stage, tasks: stage.tasks.map(taskOf) }));
}

function taskOf(task: TaskJson): TaskRow {
  const dateOf = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));
  return {
    ...task,
    createdAt: new Date(task.createdAt),
    claimedAt: dateOf(task.claimedAt),
    finishedAt: dateOf(task.finishedAt),
  };
}
