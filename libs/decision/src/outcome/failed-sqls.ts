import type { FailedSql, QuestionResult } from '@assay/contracts';
import { alsoAs, representedTexts } from '../behaviour/representatives.js';
import { candidatesOf, distinctCandidates, type Candidate } from '../candidates.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { finalJudgements, isDecided, type Judgement } from '../verdicts/judgements.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { clusterOf } from '../selection/finalists.js';
import { passRate } from '../verdicts/verdict-matrix.js';

const VALID_SQL_TEST = 'valid SQL';

/** Distinct SQLs of an attempt with their failures, by ordinal; one per judged class. Refusals have no SQL. */
function failedSqlsOf(run: QuestionRun, attempt: AttemptState): (FailedSql & { alsoAs?: string[] })[] {
  return listed(run, attempt)
    .filter(({ judgement }) => judgement === undefined || !passesAll(judgement))
    .map(({ candidate, judgement }) => ({
      ...failedSql(run, attempt, candidate, judgement),
      ...alsoAs(run, attempt.ordinal, candidate.id),
    }));
}

/** Distinct rejected SQLs of all attempts, in order. */
export function failedResult(run: QuestionRun): QuestionResult {
  const failures = run.attempts.flatMap((attempt) => failedSqlsOf(run, attempt));
  return { result: 'FAILED', sqlList: failures.map(({ level: _level, passRate: _rate, ...listed }) => listed) };
}

/** Rejected SQLs of all attempts, without those whose text or class passed its last judgement or stayed undecided. */
export function rejectedSqls(run: QuestionRun): FailedSql[] {
  const passing = passingKeys(run, run.attempts);
  return run.attempts.flatMap((attempt) =>
    listed(run, attempt)
      .filter((own) => isRejected(own) && !passing.has(keyOf(run, own.candidate)))
      .map(({ candidate, judgement }) => failedSql(run, attempt, candidate, judgement)),
  );
}

/**
 * Canonical forms and classes rejected earlier, including represented ones. `hasPassed`: whether the repeated SQL
 * passed its last judgement.
 */
export function failedBefore(
  run: QuestionRun,
  attempt: number,
): { canonicals: ReadonlySet<string>; behaviours: ReadonlySet<string>; hasPassed: (candidate: Candidate) => boolean } {
  const earlier = run.attempts.filter((other) => other.ordinal < attempt);
  const passing = passingKeys(run, earlier);
  const rejected = earlier.flatMap((other) => {
    const representedBy = representedTexts(run, other.ordinal);
    const own = listed(run, other).filter((each) => isRejected(each) && !passing.has(keyOf(run, each.candidate)));
    const ids = new Set(own.map(({ candidate }) => candidate.id));
    const alike = candidatesOf(run, other.ordinal).filter(({ id }) => ids.has(representedBy.get(id) ?? ''));
    return [...own.map(({ candidate }) => candidate), ...alike];
  });
  return {
    canonicals: new Set(rejected.map(({ canonical }) => canonical).filter((canonical) => canonical !== '')),
    behaviours: new Set(rejected.flatMap(({ behaviour }) => behaviour ?? [])),
    hasPassed: (candidate) => passing.has(keyOf(run, candidate)),
  };
}

interface Listed {
  candidate: Candidate;
  judgement: Judgement | undefined;
}

function listed(run: QuestionRun, attempt: AttemptState): Listed[] {
  const judgements = new Map(finalJudgements(run, attempt.ordinal).map((each) => [each.candidate, each]));
  const representedBy = representedTexts(run, attempt.ordinal);
  return distinctCandidates(candidatesOf(run, attempt.ordinal))
    .filter(({ id, sql }) => sql.trim() !== '' && !representedBy.has(id))
    .map((candidate) => ({ candidate, judgement: judgements.get(candidate.id) }));
}

function passesAll({ verdicts }: Judgement): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'PASS');
}

/** Invalid, or fails a requirement; where no test is a requirement, nothing is rejected. */
function isRejected({ candidate, judgement }: Listed): boolean {
  if (!candidate.valid) return true;
  return (
    judgement !== undefined && isDecided(judgement) && judgement.verdicts.some(({ verdict }) => verdict === 'FAIL')
  );
}

function passingKeys(run: QuestionRun, attempts: readonly AttemptState[]): ReadonlySet<string> {
  const passing = new Set<string>();
  for (const attempt of attempts) {
    const judged = listed(run, attempt).filter(({ judgement }) => judgement !== undefined && isDecided(judgement));
    const byKey = Map.groupBy(judged, ({ candidate }) => keyOf(run, candidate));
    for (const [key, members] of byKey) {
      if (members.some(({ judgement }) => judgement !== undefined && passesAll(judgement))) passing.add(key);
      else passing.delete(key);
    }
  }
  return passing;
}

/** Unit of verdicts: a class if weighed, else a text. */
function keyOf({ settings }: QuestionRun, candidate: Candidate): string {
  return settings.verdicts === 'weighed' ? clusterOf(candidate) : candidate.canonical;
}

export function failedTestsOf(run: QuestionRun, attempt: AttemptState, judgement: Judgement): FailedSql['failedTests'] {
  return requirementsOf(run, attempt.ordinal).flatMap((test, index) => {
    const verdict = judgement.verdicts[index];
    return verdict?.verdict === 'FAIL' ? [{ test: test.statement, reason: verdict.reason }] : [];
  });
}

function failedSql(
  run: QuestionRun,
  attempt: AttemptState,
  candidate: Candidate,
  judgement: Judgement | undefined,
): FailedSql {
  const { sql, valid, lastError } = candidate;
  const { level } = attempt;
  if (!valid) {
    return { level, sql, passRate: null, failedTests: [{ test: VALID_SQL_TEST, reason: lastError ?? 'not valid' }] };
  }
  if (judgement === undefined) return { level, sql, passRate: null, failedTests: [] };
  const passed = judgement.verdicts.filter(({ verdict }) => verdict === 'PASS').length;
  const rate = passRate(passed, judgement.verdicts.length);
  return { level, sql, passRate: rate, failedTests: failedTestsOf(run, attempt, judgement) };
}
