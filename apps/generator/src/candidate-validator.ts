import {
  isModelFault,
  PermanentError,
  type AgentAnswer,
  type CandidateView,
  type ErrorCategory,
  type Examination,
  type GeneratorInput,
  type Id,
  type NumberedTest,
  type StatementError,
} from '@assay/contracts';
import { verdictOf } from '@assay/decision';
import type { CandidateJudge, JudgedEntry, Judgements, Materials } from '@assay/work/service';
import { canonicalSql, categoryOfRefusal } from '@assay/sql';
import type { DatabaseCalls, TaskContext } from '@assay/work';
import { MAX_RESULT_BYTES } from './generator.config.js';
import { withheldError } from './withheld/withheld-error.js';

export interface FailedCheck {
  name: string;
  error: string;
  suggestion: string | null;
}

export interface CandidateFailure {
  category: ErrorCategory;
  message: string;
  error: StatementError | null;
  checks: FailedCheck[];
  passedChecks: number;
}

export interface Validation {
  sql: string;
  canonical: string;
  examination: { task: Id; answer: Examination } | null;
  failure: CandidateFailure | null;
}

/**
 * Checks in order, until one fails: refusal, guard, EXPLAIN, one execution (shared by equal SQL with the same column
 * names, which judges see), empty result and evidence-critical tests if demanded.
 */
export class CandidateValidator {
  constructor(
    private readonly databaseCalls: DatabaseCalls,
    private readonly judge: CandidateJudge,
  ) {}

  async validate(
    context: TaskContext<GeneratorInput>,
    materials: Materials,
    answer: AgentAnswer<'sql_candidate'>,
  ): Promise<Validation> {
    const sql = answer.sql.trim();
    if (sql === '' || (answer.refusal ?? '').trim() !== '') return refused(sql, answer.refusal ?? '');
    const { dialect } = materials.context;
    const [{ hash }, named] = await Promise.all([
      canonicalSql(sql, dialect),
      canonicalSql(sql, dialect, { keepsOutputNames: true }),
    ]);
    const examination = await this.examine(context, sql, named.hash);
    const failure =
      examinationFailure(examination.answer, materials, sql) ??
      emptyResultFailure(examination.answer, context.input) ??
      (await this.evidenceFailure(context, sql, examination));
    return { sql, canonical: hash, examination, failure };
  }

  private async examine(
    context: TaskContext<GeneratorInput>,
    sql: string,
    form: string,
  ): Promise<{ task: Id; answer: Examination }> {
    const { statementTimeoutMs, maxRows } = context.input.statement;
    const limits = { statementTimeoutMs, maxRows, maxBytes: MAX_RESULT_BYTES };
    const key = `examine ${context.run?.id ?? ''} ${context.input.attempt} ${form}`;
    const { guard } = context.input;
    return this.databaseCalls.askInTask(context, { kind: 'examine', sql, limits, ...(guard && { guard }) }, key);
  }

  private async evidenceFailure(
    context: TaskContext<GeneratorInput>,
    sql: string,
    examination: { task: Id; answer: Examination },
  ): Promise<CandidateFailure | null> {
    const { evidenceCriticalTests: tests, checkEvidence } = context.input;
    const { result } = examination.answer;
    if (checkEvidence !== true || tests.length === 0 || result === null) return null;
    const { columns, rowCount, truncated, elapsedMs } = result;
    const candidate = {
      id: context.task,
      number: 1,
      sql,
      examination: examination.task,
      execution: { columns, rowCount, truncated, elapsedMs, error: null },
    };
    const judged = await this.judged(context, candidate, tests);
    const checks = judged === null ? [] : failedChecks(judged, tests);
    if (checks.length === 0) return null;
    const message = checks.map((check) => `${check.name}: ${check.error}`).join('; ');
    return { category: 'EVIDENCE_MISMATCH', message, error: null, checks, passedChecks: tests.length - checks.length };
  }

  /** Null if the judge's model failed: the candidate is judged with the others. */
  private async judged(
    context: TaskContext<GeneratorInput>,
    candidate: CandidateView,
    tests: readonly NumberedTest[],
  ): Promise<Judgements<JudgedEntry> | null> {
    try {
      return await this.judge.judge(context, candidate, tests);
    } catch (error) {
      if (error instanceof PermanentError && isModelFault(error)) return null;
      throw error;
    }
  }
}

function failedChecks({ byNumber }: Judgements<JudgedEntry>, tests: readonly NumberedTest[]): FailedCheck[] {
  return tests.flatMap(({ number, statement }) => {
    const { verdict, reason } = verdictOf(byNumber.get(number));
    return verdict === 'PASS' ? [] : [{ name: statement, error: reason, suggestion: null }];
  });
}

const noChecks = { checks: [], passedChecks: 0 };

function refused(sql: string, refusal: string): Validation {
  const message = refusal.trim() === '' ? 'The answer holds no SQL.' : `The answer is a refusal: ${refusal.trim()}`;
  const checks = [{ name: 'an SQL statement', error: message, suggestion: 'Answer with one statement that reads.' }];
  return {
    sql,
    canonical: '',
    examination: null,
    failure: { category: 'VALIDATION_FAILED', message, error: null, checks, passedChecks: 0 },
  };
}

function examinationFailure(
  examination: Examination,
  { context, schema }: Materials,
  sql: string,
): CandidateFailure | null {
  const { refusal, error } = examination;
  if (refusal) {
    const checks = [{ name: refusal.rule, error: refusal.message, suggestion: null }];
    return {
      category: categoryOfRefusal(refusal.rule),
      message: refusal.message,
      error: null,
      checks,
      passedChecks: 0,
    };
  }
  if (!error) return null;
  const shown = context.sendRows ? error : withheldError(error, { sql, schema });
  return { category: error.category, message: shown.message, error: shown, ...noChecks };
}

function emptyResultFailure(examination: Examination, input: GeneratorInput): CandidateFailure | null {
  if (!input.treatEmptyResultAsError || examination.result === null || examination.result.rowCount > 0) return null;
  return { category: 'EMPTY_RESULT', message: 'The statement returned no rows.', error: null, ...noChecks };
}
