import type { Id, Product, TaskQueue } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** `claim` is a token that the process draws. */
export interface ClaimRequest {
  task: Id;
  delivery: number;
  claim: Id;
}

export interface ClaimedTask {
  task: Id;
  claim: Id;
  queue: TaskQueue;
  ordinal: number;
  /** From 1; incremented at each release. */
  delivery: number;
  attempts: number;
  payload: unknown;
  /** Run and stage are null for requests outside of a run. */
  run: ClaimedRun | null;
  stage: ClaimedStage | null;
  workspace: Id | null;
  createdAt: Date;
}

export interface ClaimedRun {
  id: Id;
  product: Product;
  seed: number;
  traceContext: string | null;
}

export interface ClaimedStage {
  id: Id;
  kind: string;
  attempt: number;
  round: number;
  input: unknown;
}

/** JSON of the run and the stage of `t`, null without one. */
export const RUN_OF_TASK = `case when t.run_id is not null then json_build_object(
         'id', t.run_id, 'product', t.product, 'seed', t.seed, 'traceContext', t.trace_context) end as run`;
export const STAGE_OF_TASK = `case when t.stage_id is not null then json_build_object(
         'id', t.stage_id, 'kind', t.stage_kind, 'attempt', t.attempt, 'round', t.round, 'input', t.input) end as stage`;

/** In one commit. Tasks that are not returned cannot be claimed: drop their jobs. Idempotent by token. */
export const claimTasks = prepared<[process: Id, requests: readonly ClaimRequest[]], ClaimedTask>(
  {
    name: 'claim_tasks',
    text: `select t.task_id as task, t.claim, t.queue, t.ordinal, t.delivery, t.attempts, t.payload,
       t.workspace_id as workspace, t.created_at as "createdAt", ${RUN_OF_TASK}, ${STAGE_OF_TASK}
     from assay.claim_tasks($1, $2, $3, $4) t`,
  },
  (process, requests) => [
    process,
    requests.map((request) => request.task),
    requests.map((request) => request.delivery),
    requests.map((request) => request.claim),
  ],
).all;
