import { oneLine, pad } from './display-text.js';
import { count, formatPercent } from './quantities.js';
import {
  countVerdicts,
  distinctCandidates,
  type AttemptProgress,
  type CandidateProgress,
  type VerdictCounts,
} from './question-progress.js';
import type { Line, Style } from './styled-line.js';

/** `9 OK · 1 KO`, as in the record. */
export function describeCounts({ passed, failed, undecided }: VerdictCounts): string {
  const parts = [`${passed} OK`, `${failed} KO`];
  if (undecided > 0) parts.push(`${undecided} ??`);
  return parts.join(' · ');
}

export function matrixLines(attempt: AttemptProgress, room: number): Line[] {
  const judged = distinctCandidates(attempt)
    .map((candidate) => ({ candidate, counts: countVerdicts(attempt, candidate.id) }))
    .filter(({ counts }) => total(counts) > 0)
    .sort((one, other) => share(other.counts) - share(one.counts));
  if (room < 1 || judged.length === 0) return [];
  const shown = judged.length <= room ? judged : judged.slice(0, room - 1);
  const lines = shown.map(({ candidate, counts }) => matrixLine(candidate, counts));
  const hidden = judged.length - shown.length;
  if (hidden > 0) lines.push([{ text: `    … ${count(hidden, 'more SQL')}`, style: 'dim' }]);
  return lines;
}

function matrixLine(candidate: CandidateProgress, counts: VerdictCounts): Line {
  const filled = Math.floor(share(counts) * 10);
  const style: Style = counts.passed === total(counts) ? 'green' : 'yellow';
  return [
    { text: '    ' },
    { text: '■'.repeat(filled), style },
    { text: '·'.repeat(10 - filled), style: 'dim' },
    { text: ` ${pad(formatPercent(share(counts) * 100), 7, 'left')}` },
    { text: `  ${pad(describeCounts(counts), 13)}` },
    { text: `  ${oneLine(candidate.sql)}`, style: 'dim' },
  ];
}

function total(counts: VerdictCounts): number {
  return counts.passed + counts.failed + counts.undecided;
}

function share(counts: VerdictCounts): number {
  return total(counts) === 0 ? 0 : counts.passed / total(counts);
}
