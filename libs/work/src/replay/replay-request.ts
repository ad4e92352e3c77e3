import type { Id, ReplayDifference } from '@assay/contracts';

/** Request to replay a task, sent to the task's queue. */
export interface ReplayRequest {
  kind: 'replay-task';
  task: Id;
}

/** Result of a replay. */
export interface TaskReplay {
  /** In order. */
  differences: ReplayDifference[];
  /** Absent if the record ended first. */
  result?: unknown;
}

export function isReplayRequest(payload: unknown): payload is ReplayRequest {
  return typeof payload === 'object' && payload !== null && (payload as ReplayRequest).kind === 'replay-task';
}
