import type { Level } from '@assay/contracts';
import { withClient } from '@assay/runtime/embedded-postgres';
import type { ScriptedModel, TestPostgres } from '@assay/testing';
import type pg from 'pg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Api } from './api-client.js';
import { CLI } from './program-of.js';
import type { AgentCall } from './prompt-view.js';
import type { Question } from './question-schema.js';
import { QuestionViews } from './question-views.js';
import type { Record } from './record-schema.js';
import type { Script, ScriptedCast } from './script.js';
import type { TargetDatabase } from './target-database.js';

/** All at once, each SQL by itself, verdicts decide. */
export const SEED_RULES = { preset: 'seeds' } as const;

/** Fast questions; busy machines are waited for. */
export const SMALL = { sqlCandidates: 3, testBatches: 2, seed: 7, ...SEED_RULES };

/** Probes that busy machines do not cut short; workspaces limit questions. */
export const LONG_TIMEOUT = { probe: { instances: 24, seconds: 60 } };

/** No demo questions in counts. */
export const SILENT = ['--no-demo'];

export interface AskOptions {
  settings?: object;
  level?: Level;
  evidence?: string[];
  /** Unique text; default: generated. */
  question?: string;
  workspace?: string;
  follows?: string;
  headers?: { [name: string]: string };
}

export interface Asked {
  id: string;
  question: string;
}

export interface Played extends Asked {
  record: Record;
  calls: AgentCall[];
}

export interface WorldParts {
  readonly model: ScriptedModel;
  readonly cast: ScriptedCast;
  readonly target: TargetDatabase;
  readonly postgres: TestPostgres;
}

/** Assay with a test's model and target. */
export abstract class World implements WorldParts {
  readonly model: ScriptedModel;
  readonly cast: ScriptedCast;
  readonly target: TargetDatabase;
  readonly postgres: TestPostgres;
  /** Default workspace. */
  workspace = '';
  private asked = 0;

  /** @param databaseUrl empty outside the tests' server */
  constructor(
    public api: Api,
    { model, cast, target, postgres }: WorldParts,
    readonly databaseUrl: string,
  ) {
    this.model = model;
    this.cast = cast;
    this.target = target;
    this.postgres = postgres;
  }

  /** A unique question with this script. */
  async ask(script: Script = {}, options: AskOptions = {}): Promise<Asked> {
    const question = options.question ?? `Question ${++this.asked}: how many customers are there?`;
    this.cast.play(question, script);
    const { settings, workspace = this.workspace, headers, ...rest } = options;
    const body = { ...rest, workspace, question, settings: { ...SMALL, ...settings } };
    const reply = await this.api.post<{ id: string }>('/v1/questions', body, headers);
    if (reply.status !== 202) throw new Error(`asking answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return { id: reply.body.id, question };
  }

  /** Asks, waits, and checks the contract. */
  async play(script: Script = {}, options: AskOptions = {}): Promise<Played> {
    const asked = await this.ask(script, options);
    const record = await this.recordOf(asked.id);
    return { ...asked, record, calls: this.cast.callsOf(asked.id) };
  }

  view(id: string): Promise<Question> {
    return new QuestionViews(this.api).view(id);
  }

  ended(id: string, withinMs?: number): Promise<Question> {
    return new QuestionViews(this.api).ended(id, withinMs);
  }

  recordOf(id: string, withinMs?: number): Promise<Record> {
    return new QuestionViews(this.api).recordOf(id, withinMs);
  }

  /** Reads the record directly. */
  async rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return withClient(this.databaseUrl, async (client) => (await client.query<Row>(sql)).rows);
  }

  async createWorkspace(fields: object = {}): Promise<string> {
    const { id } = await this.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', {
      name: `shop-${process.hrtime.bigint()}`,
      database: { dialect: 'postgres', url: this.target.readerUrl },
      ...fields,
    });
    return id;
  }

  abstract end(): Promise<void>;
}

/** One model per level, named after it. */
export function modelEnvironment(model: Pick<ScriptedModel, 'url'>): { [name: string]: string } {
  return {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-scripted-for-tests',
    ASSAY_MODEL_BASIC: 'model-basic',
    ASSAY_MODEL_ADVANCED: 'model-advanced',
    ASSAY_MODEL_EXPERT: 'model-expert',
    ASSAY_MODEL_PRICES: JSON.stringify({ 'model-basic': { input: 1, output: 2 } }),
  };
}

export async function migrateRecord(url: string): Promise<void> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, [CLI, 'migrate'], { env });
}
