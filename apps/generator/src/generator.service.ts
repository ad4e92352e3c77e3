import {
  isModelFault,
  PermanentError,
  type AgentAnswer,
  type CandidateRetry,
  type ExecutionSummary,
  type Examination,
  type GeneratorResult,
  type LastFailure,
} from '@assay/contracts';
import type { AgentContext, AgentParts, Materials } from '@assay/work/service';
import { retryMessage, sqlComplexity } from '@assay/sql';
import { CandidateAuthor } from './candidate-author.js';
import { type CandidateValidator, type CandidateFailure, type Validation } from './candidate-validator.js';
import { EVIDENCE_RETRIES, HIGHEST_TEMPERATURE, TEMPERATURE_STEP } from './generator.config.js';

type GeneratorContext = AgentContext<'generator'>;

interface Trial {
  reasoning: string;
  words: Pick<GeneratorResult, 'summary' | 'refusal' | 'notInForm'>;
  model: string;
  validation: Validation;
}

interface Unreadable {
  problem: string;
  model: string;
}

const NO_SQL = { sql: '', canonical: '', examination: null };

interface GenerationRun {
  context: GeneratorContext;
  /** With the current schema. */
  materials: Materials;
  author: CandidateAuthor;
}

/** Asks, validates, and reports errors until valid or out of retries. */
export class GeneratorService {
  constructor(
    private readonly parts: AgentParts,
    private readonly validator: CandidateValidator,
  ) {}

  async generate(context: GeneratorContext): Promise<GeneratorResult> {
    const materials = await this.parts.materials.of(context);
    let known = materials;
    const author = new CandidateAuthor(this.parts, context, materials);
    const retries: CandidateRetry[] = [];
    let message: string | null = null;
    let { temperature } = context.payload;
    let previous: Trial | null = null;
    let ran: Trial | null = null;
    for (;;) {
      const trial = await this.try({ context, materials: known, author }, message, temperature).catch(
        (error: unknown) => refusedRetry(error, previous),
      );
      if ('problem' in trial) {
        return ran === null
          ? this.unreadable(trial, previous, retries, materials)
          : this.resultOf(ran, retries, materials);
      }
      previous = trial;
      const { failure, sql } = trial.validation;
      if (failure?.category === 'EVIDENCE_MISMATCH') ran = trial;
      if (
        failure === null ||
        isFinal(trial, context.input) ||
        !mayRetry(failure, retries, context.input.candidateRetries)
      ) {
        // a candidate that ran and only failed evidence beats a worse retry
        return this.resultOf(failure === null ? trial : (ran ?? trial), retries, materials);
      }
      const repeated = retries.some((retry) => retry.sql === sql);
      if (repeated) temperature = Math.min(HIGHEST_TEMPERATURE, temperature + TEMPERATURE_STEP);
      known = await this.parts.materials.later(context, known, trial.validation.examination?.answer.schemaHash);
      known = this.parts.materials.widened(known, sql);
      message = messageOf(failure, sql, known, retries, repeated);
      retries.push({ attempt: retries.length + 1, category: failure.category, message, sql });
    }
  }

  private async try(
    { context, materials, author }: GenerationRun,
    retryMessage: string | null,
    temperature: number,
  ): Promise<Trial | Unreadable> {
    const { input, payload } = context;
    const prompt = this.parts.prompts.render('generator', {
      context: materials.variables,
      schema: this.parts.materials.schemaForGenerator(context, materials),
      strategy: payload.strategy,
      tools: input.tools ?? false,
      evidenceCriticalTests: input.evidenceCriticalTests,
      ...(input.failedEvidence && { failedEvidence: input.failedEvidence }),
      ...(input.openPoints && { openPoints: input.openPoints }),
      escalation: input.escalation,
      retryMessage,
    });
    const written = await author.write(prompt, temperature);
    if (written.answer === null) return written;
    const { answer, isProse, model } = written;
    const validation = await this.validator.validate(context, materials, answer);
    const words = { ...wordsOf(answer), ...(isProse && { notInForm: true as const }) };
    return { reasoning: answer.reasoning, words, model, validation };
  }

  /** A model without well-formed answers costs this candidate only, with its last SQL. */
  private async unreadable(
    { problem, model }: Unreadable,
    previous: Trial | null,
    retries: CandidateRetry[],
    materials: Materials,
  ): Promise<GeneratorResult> {
    const checks = [{ name: 'an answer in form', error: problem, suggestion: null }];
    const failure = { category: 'VALIDATION_FAILED' as const, message: problem, error: null, checks, passedChecks: 0 };
    const validation = { ...(previous?.validation ?? NO_SQL), failure };
    const { reasoning, words } = previous ?? { reasoning: '', words: {} };
    const result = await this.resultOf({ reasoning, words, model, validation }, retries, materials);
    return previous === null ? { ...result, notInForm: true } : result;
  }

  private async resultOf(
    { reasoning, words, model, validation }: Trial,
    retries: CandidateRetry[],
    { context }: Materials,
  ): Promise<GeneratorResult> {
    const { sql, canonical, examination } = validation;
    const failure = rejectingFailure(validation);
    const doubted = validation.failure !== failure;
    return {
      sql,
      canonical,
      reasoning,
      ...words,
      model,
      valid: failure === null,
      retries,
      examination: examination?.task ?? null,
      execution: examination && executionOf(examination.answer, failure),
      cluster: failure === null ? (examination?.answer.fingerprint ?? null) : null,
      complexity: sql === '' ? 0 : await sqlComplexity(sql, context.dialect),
      lastError: failure?.message ?? null,
      lastFailure: failure && lastFailureOf(failure),
      ...(doubted && validation.failure && { evidenceFailures: lastFailureOf(validation.failure).failedChecks }),
    };
  }
}

const SUMMARY_CHARACTERS = 600;

function wordsOf({ sql, reasoning, summary = '', refusal = '' }: AgentAnswer<'sql_candidate'>): Trial['words'] {
  // a refusal has no SQL
  if (sql.trim() === '' || refusal.trim() !== '') {
    const reason = refusal.trim() || reasoning.trim();
    return reason === '' ? {} : { refusal: reason };
  }
  const text = summary.trim();
  return text === ''
    ? {}
    : { summary: text.length > SUMMARY_CHARACTERS ? `${text.slice(0, SUMMARY_CHARACTERS)}…` : text };
}

/** A refused retry (too long, filtered) ends the retries; a refused first prompt ends the task. */
function refusedRetry(error: unknown, previous: Trial | null): Unreadable {
  if (previous === null || !(error instanceof PermanentError) || !isModelFault(error)) throw error;
  return { problem: error.message, model: previous.model };
}

/** A model's KO against evidence does not invalidate a candidate that ran: its judges see it. */
function rejectingFailure({ failure }: Validation): CandidateFailure | null {
  return failure?.category === 'EVIDENCE_MISMATCH' ? null : failure;
}

function lastFailureOf({ category, message, checks }: CandidateFailure): LastFailure {
  return { category, message, failedChecks: checks.map(({ name, error }) => ({ check: name, reason: error })) };
}

function isFinal({ words }: Trial, { retryRefusals }: GeneratorContext['input']): boolean {
  return words.refusal !== undefined && retryRefusals !== true;
}

/** A KO against evidence is retried once, others as the workspace allows. */
function mayRetry(failure: CandidateFailure, retries: readonly CandidateRetry[], limit: number): boolean {
  if (retries.length >= limit) return false;
  if (failure.category !== 'EVIDENCE_MISMATCH') return true;
  return retries.filter((retry) => retry.category === 'EVIDENCE_MISMATCH').length < EVIDENCE_RETRIES;
}

function messageOf(
  failure: CandidateFailure,
  sql: string,
  { context, schema }: Materials,
  retries: readonly CandidateRetry[],
  repeated: boolean,
): string {
  return retryMessage({
    category: failure.category,
    attempt: retries.length + 1,
    dialect: context.dialect,
    question: context.question,
    sql,
    message: failure.message,
    error: failure.error,
    failedChecks: failure.checks,
    passedChecks: failure.passedChecks,
    previous: retries,
    repeated,
    schema,
  });
}

function executionOf(examination: Examination, failure: CandidateFailure | null): ExecutionSummary | null {
  const { result } = examination;
  if (result) {
    const { columns, rowCount, truncated, elapsedMs } = result;
    return { columns, rowCount, truncated, elapsedMs, error: null };
  }
  if (!examination.error) return null;
  return { columns: [], rowCount: 0, truncated: false, elapsedMs: 0, error: failure?.error ?? examination.error };
}
