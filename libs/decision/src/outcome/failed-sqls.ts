import type { FailedSql } from '@assay/contracts';
import { candidatesOf, distinctCandidates, type Candidate } from '../candidates.js';
import { finalJudgements, type Judgement } from '../verdicts/judgements.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { passRate } from '../verdicts/verdict-matrix.js';

/** The name under which an SQL that never became valid fails. */
const VALID_SQL_TEST = 'valid SQL';

/** Every distinct SQL of an attempt with what it failed, by ordinal. A candidate without any SQL (a refusal) is none. */
export function failedSqlsOf(run: QuestionRun, attempt: AttemptState): FailedSql[] {
  const judgements = new Map(finalJudgements(run, attempt.ordinal).map((each) => [each.candidate, each]));
  return distinctCandidates(candidatesOf(run, attempt.ordinal))
    .filter(({ sql }) => sql.trim() !== '')
    .map((candidate) => failedSql(attempt, candidate, judgements.get(candidate.id)));
}

/** The tests that a judgement fails, by statement, in order of their numbers. */
export function failedTestsOf(attempt: AttemptState, judgement: Judgement): FailedSql['failedTests'] {
  return (attempt.tests?.numbered ?? []).flatMap((test, index) => {
    const verdict = judgement.verdicts[index];
    return verdict?.verdict === 'FAIL' ? [{ test: test.statement, reason: verdict.reason }] : [];
  });
}

function failedSql(attempt: AttemptState, candidate: Candidate, judgement: Judgement | undefined): FailedSql {
  const { sql, valid, lastError } = candidate;
  const { level } = attempt;
  if (!valid) {
    return { level, sql, passRate: null, failedTests: [{ test: VALID_SQL_TEST, reason: lastError ?? 'not valid' }] };
  }
  if (judgement === undefined) return { level, sql, passRate: null, failedTests: [] };
  const passed = judgement.verdicts.filter(({ verdict }) => verdict === 'PASS').length;
  const rate = passRate(passed, judgement.verdicts.length);
  return { level, sql, passRate: rate, failedTests: failedTestsOf(attempt, judgement) };
}
