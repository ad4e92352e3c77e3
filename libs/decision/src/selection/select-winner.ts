import type { Id, Selection, SelectionMethod } from '@assay/contracts';
import { byVote, decidedBy, type Finalist } from './finalists.js';
import { playTournament, type Comparison, type Tournament } from './tournament.js';

export interface SelectedWinner {
  winner: Id;
  selection: Selection;
}

export function selectWithoutJudge(finalist: Finalist, by: SelectionMethod): SelectedWinner {
  return { winner: finalist.candidate, selection: { by, finalists: [finalistRecord(finalist, 0)] } };
}

/**
 * The confident judge's, else by vote among the undecided: larger cluster, more frequent text, simpler SQL, coin.
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
    by: second === undefined ? 'judge' : decidedBy(first, second),
    finalists: finalists.map((finalist) => finalistRecord(finalist, tournament.wins.get(finalist.candidate) ?? 0)),
  };
  return { winner: first.candidate, selection, tournament };
}

export function finalistRecord(finalist: Finalist, wins: number): Selection['finalists'][number] {
  const { candidate, clusterSize, frequency, complexity } = finalist;
  return { candidate, clusterSize, frequency, complexity, wins };
}
