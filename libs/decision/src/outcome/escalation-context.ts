import type { EscalationContext, FailedSql } from '@assay/contracts';
import { estimateTokens } from '@assay/contracts/plain';
import { candidatesOf } from '../candidates.js';
import { runOdds } from '../odds/run-odds.js';
import { rejectedSqls } from './failed-sqls.js';
import type { QuestionRun } from '../question-run.js';

export const ESCALATION_TOKEN_CAP = 8000;

/** Of all attempts, within the cap, and the number left out. */
export function escalationContext(run: QuestionRun, tokenCap = ESCALATION_TOKEN_CAP): EscalationContext {
  const failures = rejectedSqls(run);
  const failedSqls = withinCap(failures, tokenCap);
  const sqls = failures.length - failedSqls.length;
  const listed = new Set(failedSqls.map(({ sql, level }) => `${level} ${sql}`));
  const known = failures.filter(({ sql, level }) => listed.has(`${level} ${sql}`));
  const tests = testsOf(known) - testsOf(failedSqls);
  const outvoted = outvotedSqls(run);
  return {
    failedSqls,
    ...(outvoted.length > 0 && { outvoted }),
    ...(sqls + tests > 0 && { leftOut: { sqls, tests } }),
  };
}

function outvotedSqls(run: QuestionRun): NonNullable<EscalationContext['outvoted']> {
  if (run.settings.verdicts === 'final') return [];
  const passing = runOdds(run).classes.filter(({ passes }) => passes);
  return passing.flatMap(({ attempt, finalist, probability }) => {
    const candidate = candidatesOf(run, attempt.ordinal).find(({ id }) => id === finalist.candidate);
    return candidate === undefined ? [] : [{ sql: candidate.sql, probability: Math.round(probability * 1000) / 1000 }];
  });
}

function testsOf(failures: readonly FailedSql[]): number {
  return failures.reduce((sum, { failedTests }) => sum + failedTests.length, 0);
}

/**
 * Best pass rate first (invalid SQL last). Long entries lose whole failed tests at the end; entries that would keep
 * only SQL are skipped.
 */
export function withinCap(failures: readonly FailedSql[], tokenCap: number): FailedSql[] {
  let left = tokenCap;
  return [...failures].sort(byPassRate).flatMap((failure) => {
    const fitting = fit(failure, left);
    if (fitting === null) return [];
    left -= tokensOfEntry(fitting);
    return [fitting];
  });
}

function byPassRate(left: FailedSql, right: FailedSql): number {
  return (right.passRate ?? -1) - (left.passRate ?? -1);
}

function fit(failure: FailedSql, tokens: number): FailedSql | null {
  let left = tokens - estimateTokens(failure.sql);
  const failedTests: FailedSql['failedTests'] = [];
  for (const failedTest of failure.failedTests) {
    left -= tokensOfTest(failedTest);
    if (left < 0) break;
    failedTests.push(failedTest);
  }
  const nothingStated = failedTests.length === 0 && failure.failedTests.length > 0;
  return nothingStated || estimateTokens(failure.sql) > tokens ? null : { ...failure, failedTests };
}

function tokensOfEntry(failure: FailedSql): number {
  return failure.failedTests.reduce((sum, each) => sum + tokensOfTest(each), estimateTokens(failure.sql));
}

function tokensOfTest({ test, reason }: FailedSql['failedTests'][number]): number {
  return estimateTokens(test) + estimateTokens(reason);
}
