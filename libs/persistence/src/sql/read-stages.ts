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

/** JSON of the stages of run `r.id` with their tasks, in order, without those in `$2`, for `stagesOf`. */
export const STAGES_OF_RUN = `(select coalesce(json_agg(json_build_object(
               'id', s.id, 'attempt', s.attempt, 'kind', s.kind, 'round', s.round, 'total', s.total,
               'openTasks', s.open_tasks, 'startedAt', extract(epoch from s.started_at) * 1000,
               'closedAt', extract(epoch from s.closed_at) * 1000,
               'tasks', (select coalesce(json_agg(json_build_object(
                           'id', t.id, 'stage', t.stage_id, 'ordinal', t.ordinal, 'status', t.status,
                           'payload', t.payload, 'result', t.result, 'error', t.last_error, 'straggler', t.straggler,
                           'duplicateOf', t.duplicate_of, 'attempts', t.attempts,
                           'createdAt', extract(epoch from t.created_at) * 1000,
                           'claimedAt', extract(epoch from t.claimed_at) * 1000,
                           'finishedAt', extract(epoch from t.finished_at) * 1000) order by t.ordinal), '[]')
                         from assay.tasks t where t.stage_id = s.id)) order by s.started_at, s.id), '[]')
             from assay.stages s where s.run_id = r.id and s.id <> all ($2))`;

const statement = {
  name: 'read_stages',
  text: `select ${STAGES_OF_RUN} as stages from (select $1::uuid as id) r`,
};

/** A stage as aggregated: milliseconds since the epoch. */
export type StageJson = Omit<StageRow, 'startedAt' | 'closedAt' | 'tasks'> & {
  startedAt: number;
  closedAt: number | null;
  tasks: TaskJson[];
};

type TaskJson = Omit<TaskRow, 'createdAt' | 'claimedAt' | 'finishedAt'> & {
  createdAt: number;
  claimedAt: number | null;
  finishedAt: number | null;
};

/** Stages of a run by start, with their tasks by ordinal. Results hold no rows of target databases. */
export async function readStages(connection: Queryable, run: Id): Promise<StageRow[]> {
  const [row] = await connection.query<{ stages: StageJson[] }>(statement, [run, []]);
  return stagesOf(row?.stages ?? []);
}

export function stagesOf(stages: readonly StageJson[]): StageRow[] {
  return stages.map((stage) => ({
    ...stage,
    startedAt: new Date(stage.startedAt),
    closedAt: dateOf(stage.closedAt),
    tasks: stage.tasks.map((task) => ({
      ...task,
      createdAt: new Date(task.createdAt),
      claimedAt: dateOf(task.claimedAt),
      finishedAt: dateOf(task.finishedAt),
    })),
  }));
}

function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
