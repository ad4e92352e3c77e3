import { count, describePair, formatPercent, hanging, judgedCandidates, oneLine, pairsOf } from '@assay/client';
import type { AttemptRecord, Id } from '@assay/contracts';
import type { RecordView } from './record-view.js';

/** @param threshold mean confidence required for a win, 0–1 */
export function describeComparisons(attempt: AttemptRecord, threshold: number, view: RecordView): string[] {
  const nameOf = namesIn(attempt);
  const pairs = pairsOf(attempt.comparisons).flatMap((pair) => [
    ...hanging(`  ${nameOf(pair.a)} or ${nameOf(pair.b)}: `, describePair(pair, nameOf, threshold), view.width),
    ...pair.orders.flatMap(({ shownFirst, winner, confidence, reasoning }) => {
      const preferred = winner === null ? 'a tie' : nameOf(winner);
      const detail = `${preferred}, ${formatPercent(confidence * 100)} sure: ${oneLine(reasoning)}`;
      return hanging(`    ${nameOf(shownFirst)} first: `, detail, view.width);
    }),
  ]);
  const finalists = attempt.selection?.finalists ?? [];
  const standing = finalists.map(({ candidate, wins, clusterSize, complexity }) => {
    const compared = attempt.comparisons.length === 0 ? '' : `${count(wins, 'win')}, `;
    const text = `${compared}its rows come from ${count(clusterSize, 'candidate')}, complexity ${complexity}`;
    return hanging(`  finalist ${nameOf(candidate)}: `, text, view.width);
  });
  return [...pairs, ...(finalists.length > 1 ? standing.flat() : [])];
}

function namesIn(attempt: AttemptRecord): (candidate: Id) => string {
  const numbers = new Map(judgedCandidates(attempt).map(({ id }, index) => [id, index + 1]));
  return (candidate) => `SQL #${numbers.get(candidate) ?? '?'}`;
}
