import type { ErrorNote, Id, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { RUN_OF_TASK, STAGE_OF_TASK, type ClaimedRun, type ClaimedStage } from './claim-tasks.js';

/** Bodies are null after retention. */
export interface ReplayedStep {
  ordinal: number;
  kind: 'model' | 'database';
  requestHash: string;
  request: unknown;
  answer: unknown;
  raw: Buffer | null;
  model: string | null;
  parser: string | null;
  repaired: boolean;
  flags: string[];
}

/** An ended task with its answered steps. */
export interface ReplayedTask {
  task: Id;
  queue: TaskQueue;
  ordinal: number;
  status: TaskStatus;
  workspace: Id | null;
  payload: unknown;
  result: unknown;
  error: ErrorNote | null;
  run: ClaimedRun;
  stage: ClaimedStage;
  steps: ReplayedStep[];
}

const taskStatement = {
  name: 'read_replayed_task',
  text: `select t.task, t.queue, t.ordinal, t.status, t.workspace, t.payload, t.result, t.error,
       ${RUN_OF_TASK}, ${STAGE_OF_TASK}
     from (select o.id as task, o.queue, o.ordinal, o.status, o.workspace_id as workspace, o.payload, o.result,
                  o.last_error as error, o.run_id, r.product, r.seed, null as trace_context, o.stage_id,
                  s.kind as stage_kind, s.attempt, s.round, s.input
           from assay.tasks o join assay.stages s on s.id = o.stage_id join assay.runs r on r.id = s.run_id
           where o.id = $1 and o.finished_at is not null) t`,
};

const stepsStatement = {
  name: 'read_replayed_steps',
  text: `select ordinal, kind, request_hash as "requestHash", request, answer, raw, model, parser, repaired, flags
     from assay.steps where run_id = $1 and task_id = $2 and not superseded and status = 'answered' order by ordinal, id`,
};

/** Null if there is no such task of a stage, or it has not ended. */
export async function readReplayedTask(database: Queryable, task: Id): Promise<ReplayedTask | null> {
  const [found] = await database.query<Omit<ReplayedTask, 'steps'>>(taskStatement, [task]);
  if (!found) return null;
  return { ...found, steps: await database.query<ReplayedStep>(stepsStatement, [found.run.id, task]) };
}
