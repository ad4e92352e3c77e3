import { candidatesOf } from '../candidates.js';
import { clusterOf, standings } from '../selection/finalists.js';
import type { Rule } from './situation.js';
import { emit } from './stage-commands.js';

/**
 * Reports the largest class of executed candidates until something is judged, to show its rows early. Not with final
 * verdicts.
 */
export const showLeader: Rule = ({ run, attempt }) => {
  const { verdicts, bypassEvaluation } = run.settings;
  if (verdicts === 'final' || bypassEvaluation || run.stages.some(({ kind }) => kind === 'evaluate')) return null;
  const valid = candidatesOf(run, attempt.ordinal).filter((candidate) => candidate.valid);
  const [first] = standings(valid, valid, { seed: run.seed, attempt: attempt.ordinal });
  if (first === undefined) return null;
  const clusters = new Map(valid.map((candidate) => [candidate.id, clusterOf(candidate)]));
  const known = attempt.leader;
  // texts of the same class may change places
  const isSame = known !== null && clusters.get(known.candidate) === clusters.get(first.candidate);
  const leader = {
    candidate: isSame ? known.candidate : first.candidate,
    agreeing: first.clusterSize,
    of: valid.length,
  };
  if (isSame && known.agreeing === leader.agreeing && known.of === leader.of) return null;
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { leader } },
    emit({ type: 'leader-changed', ...leader }),
  ];
};
