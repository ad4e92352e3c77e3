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
  maxAttempts: number;
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
  deadlineAt: Date;
  traceContext: string | null;
}

export interface ClaimedStage {
  id: Id;
  kind: string;
  attempt: number;
  round: number;
  input: unknown;
}

interface Row {
  task_id: Id;
  claim: Id;
  queue: TaskQueue;
  ordinal: number;
  delivery: number;
  attempts: number;
  max_attempts: number;
  payload: unknown;
  run_id: Id | null;
  product: Product;
  workspace_id: Id | null;
  seed: string;
  deadline_at: Date;
  trace_context: string | null;
  stage_id: Id | null;
  stage_kind: string;
  attempt: number;
  round: number;
  input: unknown;
  created_at: Date;
}

/** In one commit. Tasks that are not returned cannot be claimed: drop their jobs. Idempotent by token. */
export const claimTasks = prepared<[process: Id, requests: readonly ClaimRequest[]], Row>(
  { name: 'claim_tasks', text: 'select * from assay.claim_tasks($1, $2, $3, $4)' },
  (process, requests) => [
    process,
    requests.map((request) => request.task),
    requests.map((request) => request.delivery),
    requests.map((request) => request.claim),
  ],
).map((row) => ({
  task: row.task_id,
  claim: row.claim,
  queue: row.queue,
  ordinal: row.ordinal,
  delivery: row.delivery,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  payload: row.payload,
  run:
    row.run_id === null
      ? null
      : {
          id: row.run_id,
          product: row.product,
          seed: Number(row.seed),
          deadlineAt: row.deadline_at,
          traceContext: row.trace_context,
        },
  stage:
    row.stage_id === null
      ? null
      : {
          id: row.stage_id,
          kind: row.stage_kind,
          attempt: row.attempt,
          round: row.round,
          input: row.input,
        },
  workspace: row.workspace_id,
  createdAt: row.created_at,
}));
