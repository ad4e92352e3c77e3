import type { Id, SqlSelectorPayload, WitnessView } from '@assay/contracts';
import { mayBeOnePoint } from '../behaviour/one-point.js';
import { witnessViews } from '../behaviour/witness-views.js';
import { candidateViews, candidatesOf, type Candidate } from '../candidates.js';
import type { Command } from '../command.js';
import { runOdds, selectorWeight } from '../odds/run-odds.js';
import { outcomeFacts } from '../outcome/outcome-facts.js';
import type { AttemptState, QuestionRun, StageState } from '../question-run.js';
import { alternativesTaken } from '../readings/admitted.js';
import { comparisonsOf } from '../selection/comparisons.js';
import { finalistsOf, MAX_FINALISTS, standings, type Finalist } from '../selection/finalists.js';
import { inBothOrders, pairsOfAll } from '../selection/pairing.js';
import { selectByComparison, selectWithoutJudge } from '../selection/select-winner.js';
import { passersOf, selectAmongEquals } from '../selection/weighed-selection.js';
import { openPairs } from '../spending/open-pairs.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';
import { commonError } from './task-errors.js';

/**
 * Cases A and B: the only passer or result, or the choice by comparisons and votes. With weighed verdicts this only
 * requests comparisons; `conclude` decides.
 */
export const selectWinner: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.winner !== null || (attempt.case !== 'A' && attempt.case !== 'B')) return null;
  const passers = passersOf(run, attempt);
  const finalists = finalistsOf(passers, candidatesOf(run, attempt.ordinal), sourceOf(situation));
  const stage = stageOf(situation, 'compare');
  if (stage?.status === 'OPEN') return [];
  if (stage === null) {
    const pairs = pairsToCompare(situation, finalists);
    if (pairs.length > 0) return startComparisons(situation, pairs, finalists.length);
  }
  return run.settings.verdicts === 'weighed' ? null : decide(situation, passers, finalists);
};

function sourceOf({ run, attempt }: Situation): { seed: number; attempt: number } {
  return { seed: run.seed, attempt: attempt.ordinal };
}

/** All pairs, or with weighed verdicts those that can change the outcome. */
function pairsToCompare(situation: Situation, finalists: readonly Finalist[]): [Finalist, Finalist][] {
  const { run, attempt } = situation;
  const { verdicts, compare } = run.settings;
  if (verdicts === 'final' || compare === 'all') return pairsOfAll(finalists.slice(0, MAX_FINALISTS));
  const odds = runOdds(run);
  const finalistAt = (place: number): Finalist | undefined => {
    const own = odds.classes[place];
    if (own?.attempt !== attempt || !own.isJudged) return undefined;
    return finalists.find(({ candidate }) => candidate === own.finalist.candidate) ?? own.finalist;
  };
  const isCompared = (place: number): boolean => finalistAt(place) !== undefined;
  const open = openPairs(outcomeFacts(run, odds), run.settings, isCompared, selectorWeight(run, attempt));
  const pairs = open.flatMap(([one, other]) => {
    const [left, right] = [finalistAt(one), finalistAt(other)];
    return left === undefined || right === undefined ? [] : [[left, right] as [Finalist, Finalist]];
  });
  return pairs.filter(isComparable(situation)).slice(0, MAX_FINALISTS - 1);
}

/** A visible difference that is not explained by alternatives of a reading test alone, which are for the user. */
function isComparable({ run, attempt }: Situation): (pair: [Finalist, Finalist]) => boolean {
  const clusters = new Map(candidatesOf(run, attempt.ordinal).map(({ id, cluster }) => [id, cluster]));
  const takes = alternativesTaken(run, attempt);
  return ([{ candidate: one }, { candidate: other }]) => {
    const witnesses = witnessesOf(run, attempt, [one, other]);
    const differs = clusters.get(one) !== clusters.get(other) || witnesses.length > 0;
    const [mine, theirs] = [takes.get(one), takes.get(other)];
    const isOpen = [...(mine ?? [])].some(([test, taken]) => theirs?.has(test) && theirs.get(test) !== taken);
    return differs && !(isOpen && witnesses.every(mayBeOnePoint));
  };
}

function witnessesOf(run: QuestionRun, { ordinal }: AttemptState, pair: readonly Id[]): WitnessView[] {
  return witnessViews(run, ordinal, ({ a, b }) => pair.includes(a) && pair.includes(b));
}

function startComparisons(situation: Situation, pairs: readonly [Finalist, Finalist][], finalists: number): Command[] {
  const { run, attempt } = situation;
  const views = candidateViews(candidatesOf(run, attempt.ordinal));
  const shown = pairs.flatMap(([left, right]) => {
    const [one, other] = [left, right].map(({ candidate }) => views.find(({ id }) => id === candidate));
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  const payloads: SqlSelectorPayload[] = inBothOrders(shown).map((pair) => {
    const [witness] = witnessesOf(run, attempt, [pair.first.id, pair.second.id]);
    return { ...pair, ...(witness && { witness }) };
  });
  const leftOut = run.settings.verdicts === 'final' ? Math.max(0, finalists - MAX_FINALISTS) : 0;
  const input = { ...attemptInput(situation), ...(leftOut > 0 && { leftOut }) };
  const words = `${leftOut} further results of SQLs that passed are not compared: the ${MAX_FINALISTS} with the most votes are.`;
  return [
    ...(leftOut > 0 ? [warn('FINALISTS_LEFT_OUT', words)] : []),
    ...startStage(situation, 'compare', input, payloads),
  ];
}

export function comparisonWarnings(situation: Situation): Command[] {
  const stage: StageState<'compare'> | null = stageOf(situation, 'compare');
  if (stage === null) return [];
  const missing = stage.tasks.length - successes(stage);
  if (missing === 0) return [];
  const { message } = commonError(stage.tasks);
  const text = `${missing} of ${stage.tasks.length} comparisons were not answered, so the vote decides those pairs: ${message}`;
  return [warn('SELECTOR_UNAVAILABLE', text)];
}

function decide(situation: Situation, passers: readonly Candidate[], finalists: readonly Finalist[]): Command[] {
  const { run, attempt } = situation;
  const [first, second] = finalists;
  if (first === undefined) return [];
  const selected =
    attempt.case === 'A'
      ? selectWithoutJudge(first, 'only-passer')
      : second === undefined
        ? selectAmongEquals(standings(passers, candidatesOf(run, attempt.ordinal), sourceOf(situation)), first)
        : selectByComparison(
            finalists.slice(0, MAX_FINALISTS),
            comparisonsOf(run, attempt.ordinal),
            run.settings.selectionConfidence,
          );
  const leftOut = attempt.case === 'A' ? 0 : Math.max(0, finalists.length - MAX_FINALISTS);
  const selection = { ...selected.selection, ...(leftOut > 0 && { leftOut }) };
  return [
    ...comparisonWarnings(situation),
    { type: 'decide', attempt: attempt.ordinal, decision: { selection, winner: selected.winner } },
  ];
}
