import { InfrastructureError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';

/**
 * What the workers of this release understand of a task's payload. A release that adds what a worker must not pass over
 * raises it, and writes it as `contract` into the payloads that have it; a payload that says nothing is of the first.
 */
export const TASK_CONTRACT = 1;

/**
 * Hands a task that is newer than this worker back to its queue, as an attempt that never began.
 *
 * @throws InfrastructureError WORKER_TOO_OLD
 */
export function refuseNewer(payload: unknown, understood: number): void {
  const contract = (payload as { contract?: unknown } | null)?.contract;
  if (typeof contract !== 'number' || contract <= understood) return;
  const message = `The task is of contract ${contract}, this worker knows ${understood}: it is left to a newer release.`;
  throw new InfrastructureError('WORKER_TOO_OLD', message, { retryAfterMs: timing.handBack });
}
