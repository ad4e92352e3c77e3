import type { Id, ReplayDifference } from '@assay/contracts';

/** Payload of a request to replay a task; sent to the queue of the task itself, whose service knows how. */
export interface ReplayRequest {
  kind: 'replay-task';
  task: Id;
}

/** What a task comes to when it is run again over its journal. */
export interface TaskReplay {
  /** Where it went another way, in order. */
  differences: ReplayDifference[];
  /** What it gives today; left out where the record did not carry it to its end. */
  result?: unknown;
}

export function isReplayRequest(payload: unknown): payload is ReplayRequest {
  return typeof payload === 'object' && payload !== null && (payload as ReplayRequest).kind === 'replay-task';
}
