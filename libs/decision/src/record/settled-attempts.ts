import type { AttemptRecord, Id } from '@assay/contracts';

/**
 * The attempts of a settled question's record: in the attempt of the reading that a person took, that reading is the
 * winner, selected by `settled`, beside the finalists of the decision before.
 *
 * @param reading the candidate of the last settlement; undefined where nothing was settled
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
