import type { AttemptRecord, Id } from '@assay/contracts';

/**
 * Attempts in which the chosen reading wins.
 * @param reading candidate of the last settlement, if any
 */
export function settledAttempts(attempts: readonly AttemptRecord[], reading: Id | undefined): AttemptRecord[] {
  return attempts.map((attempt) => {
    const own = attempt.candidates.find(({ id }) => id === reading);
    if (own === undefined) return attempt;
    const isAlike = ({ valid, behaviour, cluster }: typeof own): boolean =>
      valid && (own.behaviour === null ? cluster === own.cluster : behaviour === own.behaviour);
    const finalists = attempt.selection?.finalists ?? [];
    const added = {
      candidate: own.id,
      clusterSize: attempt.candidates.filter(isAlike).length,
      complexity: own.complexity,
      wins: 0,
    };
    const isFinalist = finalists.some(({ candidate }) => candidate === own.id);
    const selection = { by: 'settled' as const, finalists: isFinalist ? finalists : [...finalists, added] };
    return { ...attempt, selection, winner: own.id };
  });
}
