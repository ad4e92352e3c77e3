import type { QuestionResult } from '@assay/contracts';
import type { Finish } from '../command.js';
import { candidatesOf, distinctCandidates } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { refusalsAmong } from './refusals.js';

export function inWords(
  run: QuestionRun,
  status: Finish['status'],
  result: QuestionResult | null,
): Pick<Finish, 'summary' | 'refusals'> {
  return { summary: summaryOf(run, result), refusals: status === 'FAILED' ? refusalsOf(run) : [] };
}

function summaryOf(run: QuestionRun, result: QuestionResult | null): string | null {
  const winner = result === null || result.result === 'FAILED' ? undefined : result.sqlList[0];
  if (winner === undefined) return null;
  // SILVER may come from an earlier attempt
  const written = run.attempts.flatMap(({ ordinal }) => distinctCandidates(candidatesOf(run, ordinal)));
  return written.findLast(({ sql, valid }) => valid && sql === winner.sql)?.summary ?? null;
}

/** Distinct reasons of refusals at all levels, latest first. */
export function refusalsOf(run: QuestionRun): string[] {
  const refusals = refusalsAmong(run.attempts.flatMap(({ ordinal }) => candidatesOf(run, ordinal)));
  return [...new Set(refusals.toReversed().flatMap(({ refusal }) => refusal ?? []))];
}
