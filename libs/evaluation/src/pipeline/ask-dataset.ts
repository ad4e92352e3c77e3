import type { AssayClient } from '@assay/client';
import type { EscalationRecord, Level, SettingsPatch } from '@assay/contracts';
import { comparable } from '../comparison/comparable.js';
import { NO_MATCH, type Match } from '../comparison/compare-results.js';
import { GoldResults } from '../comparison/gold-results.js';
import type { Dataset, EvalQuestion, PoolCandidate } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { EvaluatedDatabase } from '../execution/evaluated-database.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { eachQuestion, type EachOptions } from '../journal/each-question.js';
import type { Journal } from '../journal/journal.js';
import { examineQuestion } from '../pool/examine-question.js';
import { askQuestion } from './ask-question.js';
import type { AskedQuestion } from './asked-question.js';
import { ensureWorkspaces } from './ensure-workspaces.js';

/** How the pipeline is asked. */
export interface AskingOptions {
  level: Level | undefined;
  settings: SettingsPatch | undefined;
}

/** What it takes to ask: Assay itself, and the databases for the comparison with the gold. */
export interface AskingParts {
  client: AssayClient;
  databases: readonly EvaluatedDatabase[];
  runner: QueryRunner;
  journal: Journal<AskedQuestion>;
}

/** Asks Assay every question of a data set, and compares the answers with the gold. */
export async function askDataset(
  dataset: Dataset,
  { client, databases, runner, journal }: AskingParts,
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
    const request = { workspace, question: text, evidence, level, settings };
    const record = await askQuestion(client, request, { idempotencyKey: `${journal.run}-${question.id}`, signal });
    return judged(runner, database, question, record);
  };
  return eachQuestion(dataset.questions, journal, work, options);
}

async function judged(
  runner: QueryRunner,
  database: EvaluatedDatabase,
  question: EvalQuestion,
  record: EscalationRecord,
): Promise<AskedQuestion> {
  const isAnswered = record.status === 'GOLD' || record.status === 'SILVER';
  const sql = isAnswered ? (record.result?.sqlList[0]?.sql ?? null) : null;
  const { modelCalls, inputTokens, outputTokens, costUsd } = record.usage;
  const finishedAt = record.finishedAt ?? record.createdAt;
  return {
    id: question.id,
    record: record.id,
    status: record.status,
    level: record.level,
    case: record.case,
    confidence: record.confidence,
    sql,
    match: sql === null ? NO_MATCH : await matchOf(runner, database, question, sql),
    usage: { calls: modelCalls, inputTokens, outputTokens, costUsd },
    seconds: (Date.parse(finishedAt) - Date.parse(record.createdAt)) / 1000,
    error: record.error === null ? null : `${record.error.code}: ${record.error.message}`,
    examined: await examineQuestion(runner, database, question, candidatesOf(record)),
  };
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

/** The candidates of every attempt, named by level and ordinal. */
function candidatesOf({ attempts }: EscalationRecord): PoolCandidate[] {
  return attempts.flatMap(({ level, candidates }) =>
    candidates
      .filter(({ sql }) => sql.trim() !== '')
      .map(({ ordinal, sql }) => ({ system: `${level} ${ordinal}`, sql })),
  );
}
