import type { AskedBy, Id, ReplayDifference } from '@assay/contracts';

export interface ReplayRequest {
  kind: 'replay-task';
  task: Id;
  /** Absent in requests of earlier releases. */
  askedBy?: AskedBy;
}

export interface TaskReplay {
  differences: ReplayDifference[];
  /** Absent if the record ended first. */
  result?: unknown;
}

export function isReplayRequest(payload: unknown): payload is ReplayRequest {
  return typeof payload === 'object' && payload !== null && (payload as ReplayRequest).kind === 'replay-task';
}
