import type { SqlSelectorPayload } from '@assay/contracts';
import { witnessViews } from '../behaviour/witness-views.js';
import { candidateViews, candidatesOf, type Candidate } from '../candidates.js';
import type { Command } from '../command.js';
import type { StageState } from '../question-run.js';
import { attemptOdds, reliabilitiesAt } from '../odds/attempt-odds.js';
import { openClasses } from '../spending/open-classes.js';
import { comparisonsOf } from '../selection/comparisons.js';
import { finalistsOf, MAX_FINALISTS, partedBy, standings, type Finalist } from '../selection/finalists.js';
import { pairsInBothOrders } from '../selection/pairing.js';
import { selectByComparison, selectWithoutJudge, type SelectedWinner } from '../selection/select-winner.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { answerByOdds } from './answer-by-odds.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';
import { commonError } from './task-errors.js';

/**
 * Cases A and B: the only passer, the only result, or the one that comparisons and votes choose. Where verdicts are
 * weighed, the odds choose among several results, and may choose a candidate that did not pass.
 */
export const selectWinner: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.winner !== null || (attempt.case !== 'A' && attempt.case !== 'B')) return null;
  const passers = passersOf(situation);
  const all = candidatesOf(run, attempt.ordinal);
  const source = { seed: run.seed, attempt: attempt.ordinal };
  const finalists = finalistsOf(passers, all, source);
  const [first, second] = finalists;
  if (first === undefined) return null;
  const isWeighed = run.settings.verdicts === 'weighed';
  if (attempt.case === 'A' || second === undefined) {
    const selected =
      attempt.case === 'A'
        ? selectWithoutJudge(first, 'only-passer')
        : selectAmongEquals(standings(passers, all, source), first);
    return isWeighed ? answerByOdds(situation, selected.selection) : decide(situation, selected);
  }
  const stage = stageOf(situation, 'compare');
  const open = stage === null && isWeighed ? openFinalists(situation, finalists) : finalists;
  if (open.length < 2) return answerByOdds(situation, selectWithoutJudge(first, 'posterior').selection);
  const compared = open.slice(0, MAX_FINALISTS);
  const leftOut = open.length - compared.length;
  if (stage === null) return startComparisons(situation, compared, leftOut);
  if (stage.status === 'OPEN') return [];
  const selected = selectByComparison(compared, comparisonsOf(run, attempt.ordinal), run.settings.selectionConfidence);
  if (leftOut > 0) selected.selection.leftOut = leftOut;
  const decided = isWeighed
    ? answerByOdds(situation, { ...selected.selection, by: 'posterior' })
    : decide(situation, selected);
  return [...missingComparisons(stage), ...decided];
};

/** Those that comparisons can still put in front, by the odds. */
function openFinalists({ run, attempt }: Situation, finalists: readonly Finalist[]): Finalist[] {
  const odds = attemptOdds(run, attempt);
  const probabilityOf = ({ candidate }: Finalist): number =>
    odds.find(({ finalist }) => finalist.candidate === candidate)?.probability ?? 0;
  const classes = finalists.map(probabilityOf);
  return openClasses({ classes }, reliabilitiesAt(run, attempt), run.odds?.weights).flatMap(
    (place) => finalists[place] ?? [],
  );
}

/** All passers returned the same: what put the first of them in front stands on record. */
function selectAmongEquals([, next]: readonly Finalist[], first: Finalist): SelectedWinner {
  const parted = next === undefined ? 'simplest' : partedBy(first, next);
  return selectWithoutJudge(first, parted === 'frequent' || parted === 'coin' ? parted : 'single-result');
}

function passersOf({ run, attempt }: Situation): Candidate[] {
  const passers = new Set(
    finalJudgements(run, attempt.ordinal)
      .filter(({ verdicts }) => verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'PASS'))
      .map(({ candidate }) => candidate),
  );
  return candidatesOf(run, attempt.ordinal).filter(({ id }) => passers.has(id));
}

function startComparisons(situation: Situation, finalists: readonly Finalist[], leftOut: number): Command[] {
  const { run, attempt } = situation;
  const views = candidateViews(candidatesOf(run, attempt.ordinal));
  const shown = finalists.flatMap(({ candidate }) => views.filter(({ id }) => id === candidate));
  const payloads: SqlSelectorPayload[] = pairsInBothOrders(shown).map((pair) => {
    const ids = [pair.first.id, pair.second.id];
    const [witness] = witnessViews(run, attempt.ordinal, ({ a, b }) => ids.includes(a) && ids.includes(b));
    return { ...pair, ...(witness && { witness }) };
  });
  const input = { ...attemptInput(situation), ...(leftOut > 0 && { leftOut }) };
  const words = `${leftOut} further results of SQLs that passed are not compared: the ${MAX_FINALISTS} with the most votes are.`;
  return [
    ...(leftOut > 0 ? [warn('FINALISTS_LEFT_OUT', words)] : []),
    ...startStage(situation, 'compare', input, payloads),
  ];
}

/** A comparison that was never answered makes its pair a tie, which goes to the vote; that is on record. */
function missingComparisons(stage: StageState<'compare'>): Command[] {
  const missing = stage.tasks.length - successes(stage);
  if (missing === 0) return [];
  const { message } = commonError(stage.tasks);
  const text = `${missing} of ${stage.tasks.length} comparisons were not answered, so the vote decides those pairs: ${message}`;
  return [warn('SELECTOR_UNAVAILABLE', text)];
}

function decide({ attempt }: Situation, { selection, winner }: SelectedWinner): Command[] {
  return [{ type: 'decide', attempt: attempt.ordinal, decision: { selection, winner } }];
}
