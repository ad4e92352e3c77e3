import type { Id, Regularity, WitnessRecord } from '@assay/contracts';
import { probeResult } from '../behaviour/class-of-candidate.js';
import { candidatesOf, type Candidate } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { clusterOf } from '../selection/finalists.js';

/** Two texts judged as one class that differ on unusual data. */
export interface WeakSplit {
  /** Open point id: the differing candidate. */
  id: Id;
  question: string;
  /** The representative, then the other. */
  sides: readonly [WeakSide, WeakSide];
}

interface WeakSide {
  candidate: Candidate;
  /** Its behaviour there, in words. */
  meaning: string;
}

const UNLIKE: Record<Regularity, string> = {
  'not-null': 'no value where there has always been one',
  unique: 'a value twice where each has come once',
  'value-list': 'a value that a column has never had',
  dependency: 'a value without the one that it has always come with',
  order: 'an end before its beginning',
  case: 'letters in another case than ever',
};
const QUOTED_ROWS = 2;
const QUOTED_CELL = 40;

export function weakSplitOf(run: QuestionRun, attempt: number, own: Candidate): WeakSplit | null {
  const probed = probeResult(run, attempt);
  const witness = probed?.witnesses.find(({ weak, a, b }) => weak && (a === own.id || b === own.id));
  if (probed === null || witness === undefined) return null;
  const isFirst = witness.a === own.id;
  const otherId = isFirst ? witness.b : witness.a;
  const other = candidatesOf(run, attempt).find(({ id }) => id === otherId);
  if (other === undefined || clusterOf(other) !== clusterOf(own)) return null;
  const { resultA, resultB } = witness;
  const [ownResult, otherResult] = isFirst ? [resultA, resultB] : [resultB, resultA];
  const breaks = probed.suite.find(({ id }) => id === witness.instance)?.breaks ?? [];
  return {
    id: other.id,
    question: questionOf(breaks),
    sides: [
      { candidate: own, meaning: resultInWords(ownResult, otherResult) },
      { candidate: other, meaning: resultInWords(otherResult, ownResult) },
    ],
  };
}

function questionOf(breaks: readonly Regularity[]): string {
  const unlike = breaks.map((regularity) => UNLIKE[regularity]).join(', ') || 'rows unlike any so far';
  return `Your data has not held this so far: ${unlike}. If it comes, which is meant?`;
}

type Result = WitnessRecord['resultA'];

/** What one result has that the other lacks. */
export function resultInWords(own: Result, other: Result): string {
  if (own.error !== null) return 'It ends in an error.';
  const [here, there] = [onlyIn(own, other), onlyIn(other, own)];
  const returned = `It returns ${own.rows.length === 1 ? '1 row' : `${own.rows.length || 'no'} rows`}`;
  if (here.length > 0) return `${returned}, among them ${quoted(here)}.`;
  return there.length > 0
    ? `${returned}, without ${quoted(there)}.`
    : `${returned}, in this order: ${quoted(own.rows)}.`;
}

function onlyIn({ rows }: Result, other: Result): Result['rows'] {
  const known = new Map<string, number>();
  for (const row of other.rows) known.set(JSON.stringify(row), (known.get(JSON.stringify(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const left = known.get(JSON.stringify(row)) ?? 0;
    known.set(JSON.stringify(row), left - 1);
    return left <= 0;
  });
}

function quoted(rows: Result['rows']): string {
  const shown = rows.slice(0, QUOTED_ROWS).map((row) => `(${row.map(cellText).join(', ')})`);
  return `${shown.join(', ')}${rows.length > QUOTED_ROWS ? ' …' : ''}`;
}

function cellText(cell: Result['rows'][number][number]): string {
  const text = cell === null ? 'NULL' : typeof cell === 'string' ? cell : JSON.stringify(cell);
  return text.length > QUOTED_CELL ? `${text.slice(0, QUOTED_CELL)}…` : text;
}
