import { decideOutcome, type OutcomeFacts, type OutcomeSettings } from '../outcome/decide-outcome.js';

/**
 * The likeliest passing class with each other that may answer, also one that fails. Indexes are those of
 * `facts.classes`.
 * @param weight log odds of a won comparison
 */
export function openPairs(
  facts: OutcomeFacts,
  settings: OutcomeSettings,
  comparable: (place: number) => boolean,
  weight: number,
): [number, number][] {
  const ranked = facts.classes
    .map((own, index) => ({ ...own, index }))
    .filter(({ isBarred, index }) => !isBarred && comparable(index))
    .sort((left, right) => right.probability - left.probability || left.index - right.index);
  const leader = ranked.find(({ passes }) => passes);
  if (leader === undefined) return [];
  const outcome = outcomeOf(facts, settings);
  const changes = (winner: number, loser: number): boolean =>
    outcomeOf(afterComparison(facts, winner, loser, weight), settings) !== outcome;
  return ranked
    .filter((rival) => rival !== leader)
    .filter(({ index }) => changes(index, leader.index) || changes(leader.index, index))
    .map(({ index }) => [leader.index, index]);
}

/** Whether a class is GOLD, or would be after a won comparison. */
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

export function afterComparison(facts: OutcomeFacts, winner: number, loser: number, weight: number): OutcomeFacts {
  const factor = (place: number): number => Math.exp(place === winner ? weight / 2 : place === loser ? -weight / 2 : 0);
  const parts = facts.classes.map(({ probability }, place) => probability * factor(place));
  const total = parts.reduce((sum, part) => sum + part, facts.none);
  const classes = facts.classes.map((own, place) => ({ ...own, probability: (parts[place] ?? 0) / total }));
  return { ...facts, classes, none: facts.none / total };
}

/** Status and answering class. */
function outcomeOf(facts: OutcomeFacts, settings: OutcomeSettings): string {
  const outcome = decideOutcome(facts, settings);
  return `${outcome.status} ${'index' in outcome ? outcome.index : ''}`;
}
