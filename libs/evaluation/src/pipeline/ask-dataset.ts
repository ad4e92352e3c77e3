import type { AssayClient } from '@assay/client';
import type { EscalationRecord, Level, SettingsPatch } from '@assay/contracts';
import { candidatesOf, goldRemarks } from '../answers/answer-from-pool.js';
import type { Answer } from '../answers/answer.js';
import { comparable } from '../comparison/comparable.js';
import { NO_MATCH, type Match } from '../comparison/compare-results.js';
import { GoldResults } from '../comparison/gold-results.js';
import type { CandidatePool, Dataset, EvalQuestion, PoolCandidate } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { EvaluatedDatabase } from '../execution/evaluated-database.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { eachQuestion, type EachOptions } from '../journal/each-question.js';
import type { Journal } from '../journal/journal.js';
import { examineQuestion } from '../pool/examine-question.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { askQuestion } from './ask-question.js';
import { ensureWorkspaces } from './ensure-workspaces.js';
import type { PoolEndpoint } from './pool-endpoint.js';

const MOST_CANDIDATES = 50;

export interface AskedQuestion {
  id: string;
  /** The question's id in Assay. */
  record: string;
  answer: Answer;
  examined: ExaminedQuestion;
}

export interface AskingOptions {
  level: Level | undefined;
  settings: SettingsPatch | undefined;
}

export interface AskingParts {
  client: AssayClient;
  databases: readonly EvaluatedDatabase[];
  runner: QueryRunner;
  journal: Journal<AskedQuestion>;
  /** Replaces the generator; null: Assay generates. */
  pool: ServedPool | null;
}

export interface ServedPool {
  candidates: CandidatePool;
  endpoint: PoolEndpoint;
}

export async function askDataset(
  dataset: Dataset,
  { client, databases, runner, journal, pool }: AskingParts,
  { level, settings }: AskingOptions,
  options: EachOptions,
): Promise<AskedQuestion[]> {
  const workspaces = await ensureWorkspaces(client, dataset, databases);
  const { signal } = options;
  const work = async (question: EvalQuestion): Promise<AskedQuestion> => {
    const database = databases.find(({ id }) => id === question.database);
    const workspace = workspaces.get(question.database);
    if (database === undefined || workspace === undefined) {
      throw new EvaluationProblem(`there is no database ${question.database}`);
    }
    const { question: text, evidence } = question;
    const candidates = pool?.candidates.get(question.id) ?? null;
    const request = {
      workspace,
      question: text,
      evidence,
      level,
      settings: candidates === null ? settings : { ...poolSettings(candidates), ...settings },
    };
    const record = await askQuestion(client, request, {
      idempotencyKey: `${journal.run}-${question.id}`,
      signal,
      onAccepted: (id) => candidates !== null && pool?.endpoint.serve(id, candidates),
    });
    if (pool !== null && pool.endpoint.taken(record.id) === 0) throw notServed(pool.endpoint, record);
    return judged(runner, database, question, record, candidates ?? recordedCandidates(record));
  };
  return eachQuestion(dataset.questions, journal, work, options);
}

function poolSettings(candidates: readonly PoolCandidate[]): SettingsPatch {
  return { sqlCandidates: Math.min(MOST_CANDIDATES, candidates.length), candidateRetries: 0, stragglers: null };
}

function notServed({ url }: PoolEndpoint, { status, error }: EscalationRecord): EvaluationProblem {
  const why = error === null ? status : whyFailed(error);
  return new EvaluationProblem(
    `a question ended (${why}) without a candidate of the pool: start Assay with OPENAI_BASE_URL=${url}`,
  );
}

function whyFailed({ code, message }: NonNullable<EscalationRecord['error']>): string {
  return `${code}: ${message}`;
}

async function judged(
  runner: QueryRunner,
  database: EvaluatedDatabase,
  question: EvalQuestion,
  record: EscalationRecord,
  candidates: readonly PoolCandidate[],
): Promise<AskedQuestion> {
  const isAnswered = record.status === 'GOLD' || record.status === 'SILVER';
  const sql = isAnswered ? (record.result?.sqlList[0]?.sql ?? null) : null;
  const { modelCalls, inputTokens, outputTokens, cachedInputTokens, costUsd } = record.usage;
  const finishedAt = record.finishedAt ?? record.createdAt;
  const examined = await examineQuestion(runner, database, question, candidates);
  const answer: Answer = {
    id: question.id,
    database: examined.database,
    question: examined.question,
    sql,
    match: sql === null ? NO_MATCH : await matchOf(runner, database, question, sql),
    confidence: record.confidence,
    status: record.status,
    level: record.level,
    case: record.case,
    usage: { calls: modelCalls, inputTokens, outputTokens, cachedInputTokens, costUsd },
    seconds: (Date.parse(finishedAt) - Date.parse(record.createdAt)) / 1000,
    candidates: candidatesOf(examined, null),
    remarks: [...(record.error === null ? [] : [whyFailed(record.error)]), ...goldRemarks(examined)],
  };
  return { id: question.id, record: record.id, answer, examined };
}

async function matchOf(
  runner: QueryRunner,
  database: EvaluatedDatabase,
  { gold }: EvalQuestion,
  sql: string,
): Promise<Match> {
  const outcome = await runner.run(database.id, sql);
  if (outcome.kind === 'failed') return NO_MATCH;
  return (await GoldResults.of(runner, database, gold)).match(comparable(outcome.result));
}

function recordedCandidates({ attempts }: EscalationRecord): PoolCandidate[] {
  return attempts.flatMap(({ level, candidates }) =>
    candidates
      .filter(({ sql }) => sql.trim() !== '')
      .map(({ ordinal, sql }) => ({ system: `${level} ${ordinal}`, sql })),
  );
}
