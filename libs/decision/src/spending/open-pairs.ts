import { decideOutcome, type OutcomeFacts, type OutcomeSettings } from '../outcome/decide-outcome.js';

/**
 * The pairs of passing classes between which one comparison can change the choice: the likeliest one with each rival
 * that would be chosen if it won, weighed as the selector's word weighs. Places are those of `facts.classes`.
 *
 * @param comparable whether the class at a place may be compared
 * @param weight log odds that a won comparison adds for the winner over the loser
 */
export function openPairs(
  facts: OutcomeFacts,
  settings: OutcomeSettings,
  comparable: (place: number) => boolean,
  weight: number,
): [number, number][] {
  const passing = facts.classes
    .map((own, index) => ({ ...own, index }))
    .filter(({ passes, isBarred, index }) => passes && !isBarred && comparable(index))
    .sort((left, right) => right.probability - left.probability || left.index - right.index);
  const [leader, ...rivals] = passing;
  if (leader === undefined) return [];
  const choice = choiceOf(facts, settings);
  const isChosenOver = (winner: number, loser: number): boolean =>
    winner !== choice && choiceOf(afterComparison(facts, winner, loser, weight), settings) === winner;
  return rivals
    .filter(({ index }) => isChosenOver(index, leader.index) || isChosenOver(leader.index, index))
    .map(({ index }) => [leader.index, index]);
}

/** Whether a class is GOLD now, or once it has won a comparison with another passing class. */
export function couldBeGold(facts: OutcomeFacts, settings: OutcomeSettings, place: number, weight: number): boolean {
  const isGold = (given: OutcomeFacts): boolean => {
    const outcome = decideOutcome(given, settings);
    return outcome.status === 'GOLD' && outcome.index === place;
  };
  const rivals = facts.classes.flatMap(({ passes, isBarred }, index) =>
    passes && !isBarred && index !== place ? [index] : [],
  );
  return isGold(facts) || rivals.some((rival) => isGold(afterComparison(facts, place, rival, weight)));
}

/** The facts once one class has won a comparison with another. */
export function afterComparison(facts: OutcomeFacts, winner: number, loser: number, weight: number): OutcomeFacts {
  const factor = (place: number): number => Math.exp(place === winner ? weight / 2 : place === loser ? -weight / 2 : 0);
  const parts = facts.classes.map(({ probability }, place) => probability * factor(place));
  const total = parts.reduce((sum, part) => sum + part, facts.none);
  const classes = facts.classes.map((own, place) => ({ ...own, probability: (parts[place] ?? 0) / total }));
  return { ...facts, classes, none: facts.none / total };
}

/** The class that answers; null where none does. */
function choiceOf(facts: OutcomeFacts, settings: OutcomeSettings): number | null {
  const outcome = decideOutcome(facts, settings);
  return 'index' in outcome ? outcome.index : null;
}
