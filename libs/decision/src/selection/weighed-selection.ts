import type { Id, Selection } from '@assay/contracts';
import { candidatesOf, type Candidate } from '../candidates.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { comparisonsOf } from './comparisons.js';
import { finalistsOf, MAX_FINALISTS, decidedBy, standings, type Finalist } from './finalists.js';
import { selectByComparison, selectWithoutJudge, type SelectedWinner } from './select-winner.js';

export function passersOf(run: QuestionRun, attempt: AttemptState): Candidate[] {
  const passers = new Set(
    finalJudgements(run, attempt.ordinal)
      .filter(({ verdicts }) => verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'PASS'))
      .map(({ candidate }) => candidate),
  );
  return candidatesOf(run, attempt.ordinal).filter(({ id }) => passers.has(id));
}

/** All passers have one result: records the reason for the first. */
export function selectAmongEquals([first, next]: readonly Finalist[], winner: Finalist): SelectedWinner {
  const distinguished = first === undefined || next === undefined ? 'simplest' : decidedBy(winner, next);
  return selectWithoutJudge(
    winner,
    distinguished === 'frequent' || distinguished === 'coin' ? distinguished : 'single-result',
  );
}

export function weighedSelection(run: QuestionRun, attempt: AttemptState, chosen: Finalist): Selection {
  const all = candidatesOf(run, attempt.ordinal);
  const source = { seed: run.seed, attempt: attempt.ordinal };
  const passers = passersOf(run, attempt);
  const finalists = finalistsOf(passers, all, source);
  const isAmong = finalists.some(({ candidate }) => candidate === chosen.candidate);
  if (!isAmong) return selectWithoutJudge(chosen, 'posterior').selection;
  if (passers.length === 1) return selectWithoutJudge(chosen, 'only-passer').selection;
  if (finalists.length === 1) return selectAmongEquals(standings(passers, all, source), chosen).selection;
  const compared = withChosen(finalists, chosen.candidate);
  const comparisons = comparisonsOf(run, attempt.ordinal);
  const { selection } = selectByComparison(compared, comparisons, run.settings.selectionConfidence);
  const leftOut = finalists.length - compared.length;
  return { ...selection, by: 'posterior', ...(leftOut > 0 && { leftOut }) };
}

function withChosen(finalists: readonly Finalist[], chosen: Id): Finalist[] {
  const first = finalists.slice(0, MAX_FINALISTS);
  const own = finalists.filter(({ candidate }) => candidate === chosen);
  return first.some(({ candidate }) => candidate === chosen) ? first : [...first.slice(0, -1), ...own];
}
