import { Observation } from '../classes/observation.js';
import { Answer, type AskedOutcome } from '../results/answer.js';
import type { SuiteMember } from './suite.js';

/** Timeouts after which a text is no longer run. */
export const MOST_TIMEOUTS = 2;

/** Unobserved results count as timeouts. */
export function observe(
  member: SuiteMember,
  ordinal: number,
  first: AskedOutcome = { kind: 'unobserved' },
  again: AskedOutcome = { kind: 'unobserved' },
): void {
  const answers = [first, again].map((outcome) => Answer.of(outcome, member.facts.gathered));
  const [one = null, other = null] = answers;
  if (one === null || other === null) member.timeouts += Math.max(triesOf(first), triesOf(again));
  else member.observations.set(ordinal, new Observation(one, other));
}

function triesOf(outcome: AskedOutcome): number {
  return outcome.kind === 'unobserved' ? (outcome.tries ?? 1) : 0;
}
