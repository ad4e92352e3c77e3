import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface ProcessIdentity {
  id: Id;
  service: string;
  host: string;
  pid: number;
}

/** A model that must not be called for `closedForMs` from now. */
export interface ClosedGate {
  endpoint: string;
  model: string;
  closedForMs: number;
}

/** A claimed task that its process does not know. */
export interface ForgottenClaim {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
}

export interface HeartbeatAnswer {
  /** Abort these and write nothing. */
  lost: Id[];
  /** Release these. */
  forgotten: ForgottenClaim[];
  gates: ClosedGate[];
  /** No other process was seen within a minute: hints can stay local. */
  alone: boolean;
}

/** Registers or renews the process; compares its claims with the record. */
export const heartbeat = prepared<
  [process: ProcessIdentity, held: readonly { task: Id; claim: Id }[]],
  HeartbeatAnswer
>(
  { name: 'heartbeat', text: 'select * from assay.beat($1, $2, $3, $4, $5, $6)' },
  ({ id, service, host, pid }, held) => [
    ...[id, service, host, pid],
    held.map(({ task }) => task),
    held.map(({ claim }) => claim),
  ],
).value((row) => row as HeartbeatAnswer);

/** The reconciler takes its tasks back without a timeout. */
export const stopProcess = prepared<[process: Id]>({
  name: 'stop_process',
  text: 'update assay.processes set stopped_at = now() where id = $1 and stopped_at is null',
}).run;
