import type { Id, Selection, SelectionMethod } from '@assay/contracts';
import { byVote, partedBy, type Finalist } from './finalists.js';
import { playTournament, type Comparison, type Tournament } from './tournament.js';

/** The winner, and how it came to be one. */
export interface SelectedWinner {
  winner: Id;
  selection: Selection;
}

/** The selection where no comparison is needed: of the first finalist. */
export function selectWithoutJudge(finalist: Finalist, by: SelectionMethod): SelectedWinner {
  return { winner: finalist.candidate, selection: { by, finalists: [finalistRecord(finalist, 0)] } };
}

/**
 * The winner of compared finalists: the judge's where it is confident, else the vote's among those it could not part:
 * the larger cluster, then the more frequent text, then the simpler SQL, then the seeded coin.
 *
 * @throws RangeError without finalists
 */
export function selectByComparison(
  finalists: readonly Finalist[],
  comparisons: readonly Comparison[],
  minimumConfidence: number,
): SelectedWinner & { tournament: Tournament } {
  const tournament = playTournament(
    finalists.map(({ candidate }) => candidate),
    comparisons,
    minimumConfidence,
  );
  const leaders = finalists.filter(({ candidate }) => tournament.leaders.includes(candidate)).sort(byVote);
  const [first, second] = leaders;
  if (first === undefined) throw new RangeError('a selection needs at least one finalist');
  const selection: Selection = {
    by: second === undefined ? 'judge' : partedBy(first, second),
    finalists: finalists.map((finalist) => finalistRecord(finalist, tournament.wins.get(finalist.candidate) ?? 0)),
  };
  return { winner: first.candidate, selection, tournament };
}

/** A finalist as the record has it. */
export function finalistRecord(finalist: Finalist, wins: number): Selection['finalists'][number] {
  const { candidate, clusterSize, frequency, complexity } = finalist;
  return { candidate, clusterSize, frequency, complexity, wins };
}
