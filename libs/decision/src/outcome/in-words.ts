import type { QuestionResult } from '@assay/contracts';
import type { Finish } from '../command.js';
import { candidatesOf, distinctCandidates } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { refusalsAmong } from './refusals.js';

/** What a question's ending says to people beside its SQL. */
export function inWords(
  run: QuestionRun,
  status: Finish['status'],
  result: QuestionResult | null,
): Pick<Finish, 'summary' | 'refusals'> {
  return { summary: summaryOf(run, result), refusals: status === 'FAILED' ? refusalsOf(run) : [] };
}

/** The winner in the words of its generator; null where there is no winner, or no words. */
function summaryOf(run: QuestionRun, result: QuestionResult | null): string | null {
  const winner = result === null || result.result === 'FAILED' ? undefined : result.sqlList[0];
  if (winner === undefined) return null;
  // SILVER may be of an earlier attempt
  const written = run.attempts.flatMap(({ ordinal }) => distinctCandidates(candidatesOf(run, ordinal)));
  return written.findLast(({ sql, valid }) => valid && sql === winner.sql)?.summary ?? null;
}

/** Why generators refused to write SQL, at whatever level: each reason once, the latest first. */
export function refusalsOf(run: QuestionRun): string[] {
  const refusals = refusalsAmong(run.attempts.flatMap(({ ordinal }) => candidatesOf(run, ordinal)));
  return [...new Set(refusals.toReversed().flatMap(({ refusal }) => refusal ?? []))];
}
