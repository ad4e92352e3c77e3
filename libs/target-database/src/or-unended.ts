import type { CutSession } from './session.js';
import { StatementFailedError, UNENDED } from './statement-failed-error.js';
import { targetFault } from './target-faults.js';
import { watchAnswer } from './watch-answer.js';

/** Of a server whose sessions end with their connection. */
export const CUT: CutSession = { id: 0, startedAt: null, overdue: true };

/**
 * The outcome of `work`, or after `ms` a failure.
 *
 * @param giveUp cuts the session
 * @param ours internal statement: the fault is not the statement's
 */
export async function orUnended<Result>(
  work: Promise<Result>,
  ms: number,
  { giveUp, ours }: { giveUp: () => void; ours: boolean },
): Promise<Result> {
  const unended = Promise.withResolvers<never>();
  const stopWatching = watchAnswer(ms, () => {
    giveUp();
    unended.reject(unendedFault(ours));
  });
  return Promise.race([work, unended.promise]).finally(stopWatching);
}

export function unendedFault(ours: boolean): Error {
  return ours ? targetFault('TARGET_NO_ANSWER') : new StatementFailedError(UNENDED);
}
