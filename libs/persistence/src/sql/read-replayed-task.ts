import type { ErrorNote, Id, Product, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';
import type { ClaimedRun, ClaimedStage } from './claim-tasks.js';

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

interface Row extends Omit<ReplayedTask, 'run' | 'stage'> {
  run: Id;
  product: Product;
  seed: string;
  deadlineAt: Date;
  stage: Id;
  stageKind: string;
  attempt: number;
  round: number;
  input: unknown;
}

const taskStatement = {
  name: 'read_replayed_task',
  text: `select t.id as task, t.queue, t.ordinal, t.status, t.workspace_id as workspace, t.payload, t.result,
            t.last_error as error, r.id as run, r.product, r.seed, r.deadline_at as "deadlineAt", s.id as stage,
            s.kind as "stageKind", s.attempt, s.round, s.input
     from assay.tasks t join assay.stages s on s.id = t.stage_id join assay.runs r on r.id = s.run_id
     where t.id = $1 and t.finished_at is not null`,
};

const stepsStatement = {
  name: 'read_replayed_steps',
  text: `select ordinal, kind, request_hash as "requestHash", request, answer, raw, model, parser, repaired, flags
     from assay.steps where run_id = $1 and task_id = $2 and not superseded and status = 'answered' order by ordinal, id`,
};

/** Null if there is no such task of a stage, or it has not ended. */
export async function readReplayedTask(database: Queryable, task: Id): Promise<ReplayedTask | null> {
  const [row] = await database.query<Row>(taskStatement, [task]);
  if (!row) return null;
  const steps = await database.query<ReplayedStep>(stepsStatement, [row.run, task]);
  const { run, product, seed, deadlineAt, stage, stageKind: kind, attempt, round, input, ...rest } = row;
  return {
    ...rest,
    run: { id: run, product, seed: Number(seed), deadlineAt, traceContext: null },
    stage: { id: stage, kind, attempt, round, input },
    steps,
  };
}
