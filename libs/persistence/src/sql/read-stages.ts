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

const stagesStatement = {
  name: 'read_stages',
  text: `select id, attempt, kind, round, total, open_tasks as "openTasks", started_at as "startedAt",
            closed_at as "closedAt"
     from assay.stages where run_id = $1 order by started_at, id`,
};

const tasksStatement = {
  name: 'read_stage_tasks',
  text: `select id, stage_id as stage, ordinal, status, payload, result, last_error as error, straggler,
            duplicate_of as "duplicateOf", created_at as "createdAt", claimed_at as "claimedAt",
            finished_at as "finishedAt", attempts
     from assay.tasks where run_id = $1 and stage_id is not null order by stage_id, ordinal`,
};

/** The stages of a run with their tasks. Results hold no rows of target databases: those stay on db-sampler's answers. */
export async function readStages(connection: Queryable, run: Id): Promise<StageRow[]> {
  const stages = await connection.query<Omit<StageRow, 'tasks'>>(stagesStatement, [run]);
  const tasks = await connection.query<TaskRow>(tasksStatement, [run]);
  const byStage = Map.groupBy(tasks, (task) => task.stage);
  return stages.map((stage) => ({ ...stage, tasks: byStage.get(stage.id) ?? [] }));
}
