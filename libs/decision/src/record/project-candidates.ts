import type { CandidateRecord, Cell, Id } from '@assay/contracts';
import { candidatesOf, repeatsFailed, type Candidate } from '../candidates.js';
import { failedBefore } from '../outcome/failed-sqls.js';
import type { QuestionRun } from '../question-run.js';

/** Rows of an examination (a db-sampler task); null if erased. */
export type RowsOf = (examination: Id) => Cell[][] | null;

export function projectCandidates(run: QuestionRun, attempt: number, rowsOf: RowsOf): CandidateRecord[] {
  const failed = failedBefore(run, attempt);
  return candidatesOf(run, attempt).map((candidate) => ({
    id: candidate.id,
    ordinal: candidate.ordinal,
    sql: candidate.sql,
    reasoning: candidate.reasoning,
    ...(candidate.summary !== undefined && { summary: candidate.summary }),
    strategy: candidate.strategy,
    temperature: candidate.temperature,
    model: candidate.model,
    valid: candidate.valid,
    duplicateOf: candidate.duplicateOf,
    repeatsFailed: repeatsFailed(candidate, failed) && !failed.hasPassed(candidate),
    cluster: candidate.cluster,
    behaviour: candidate.behaviour,
    complexity: candidate.complexity,
    retries: candidate.retries.map(({ attempt: number, category, message, sql }) => ({
      attempt: number,
      category,
      message,
      sql,
    })),
    ...lastFailureOf(candidate),
    ...evidenceFailuresOf(candidate),
    execution: projectExecution(candidate, rowsOf),
  }));
}

function lastFailureOf({ lastFailure }: Candidate): Pick<CandidateRecord, 'lastFailure'> {
  if (!lastFailure) return {};
  const { category, message, failedChecks } = lastFailure;
  return { lastFailure: { category, message, failedChecks } };
}

function evidenceFailuresOf({ evidenceFailures }: Candidate): Pick<CandidateRecord, 'evidenceFailures'> {
  if (evidenceFailures === undefined) return {};
  return { evidenceFailures: evidenceFailures.map(({ check, reason }) => ({ check, reason })) };
}

function projectExecution({ execution, examination }: Candidate, rowsOf: RowsOf): CandidateRecord['execution'] {
  if (execution === null) return null;
  const { columns, rowCount, truncated, elapsedMs, error } = execution;
  const rows = examination === null ? [] : (rowsOf(examination) ?? []);
  return { columns, rowCount, rows, truncated, elapsedMs, error: error?.message ?? null };
}
