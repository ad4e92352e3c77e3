import { probeResult } from '../behaviour/class-of-candidate.js';
import type { Candidate } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import type { Admitted } from './admitted.js';
import { resultInWords } from './weak-split.js';

/** Passing classes with equal alternatives and similar odds: an ambiguity that no test names. */
export interface Tie {
  /** Representative of the first class. */
  id: string;
  question: string;
  members: TiedMember[];
}

export interface TiedMember {
  admitted: Admitted;
  /** How it differs, in words. */
  meaning: string;
}

const AS_LIKELY = 0.5;
const CLAUSE = 160;

/**
 * The tie among classes with equal alternatives.
 * @param group the first represents all
 * @param leader probability of the likeliest passing class, 0–1
 */
export function tieOf(run: QuestionRun, attempt: number, group: readonly Admitted[], leader: number): Tie | null {
  const [first] = group;
  if (first === undefined || run.settings.verdicts === 'final') return null;
  const tied = group.filter((own) => own === first || own.probability >= AS_LIKELY * leader);
  if (tied.length < 2) return null;
  const members = tied.map((admitted) => {
    const rival = tied.find((other) => other !== admitted) ?? admitted;
    return { admitted, meaning: differenceOf(run, attempt, admitted.candidate, rival.candidate) };
  });
  const question = `${tied.length} SQLs pass every test and differ: which one is meant?`;
  return { id: first.candidate.id, question, members };
}

function differenceOf(run: QuestionRun, attempt: number, own: Candidate, rival: Candidate): string {
  const witness = probeResult(run, attempt)?.witnesses.find(
    ({ a, b }) => (a === own.id && b === rival.id) || (a === rival.id && b === own.id),
  );
  if (witness !== undefined) {
    const { resultA, resultB } = witness;
    const words = witness.a === own.id ? resultInWords(resultA, resultB) : resultInWords(resultB, resultA);
    return `On example rows: ${words}`;
  }
  const [rows, others] = [own.execution?.rowCount, rival.execution?.rowCount];
  const isCut = own.execution?.truncated === true || rival.execution?.truncated === true;
  if (rows !== undefined && rows !== others && !isCut)
    return `It returns ${rows === 1 ? '1 row' : `${rows} rows`} of your data.`;
  return `Its SQL has “${differingClause(own.sql, rival.sql)}” where the other one has “${differingClause(rival.sql, own.sql)}”.`;
}

function differingClause(text: string, other: string): string {
  const [words, others] = [text, other].map((each) => each.trim().split(/\s+/));
  if (words === undefined || others === undefined) return text;
  const most = Math.min(words.length, others.length);
  let start = 0;
  while (start < most && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  const clause = words.slice(start, words.length - end).join(' ');
  return clause.length > CLAUSE ? `${clause.slice(0, CLAUSE)}…` : clause;
}
