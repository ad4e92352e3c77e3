import type { Level } from '@assay/contracts';
import { withClient } from '@assay/runtime';
import { startScriptedModel, startTestPostgres, type ScriptedModel, type TestPostgres } from '@assay/testing';
import type pg from 'pg';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Api } from './api-client.js';
import { startAssay, type AssayProcess } from './assay-process.js';
import type { AgentCall } from './prompt-view.js';
import type { Question } from './question-schema.js';
import { QuestionViews } from './question-views.js';
import type { Record } from './record-schema.js';
import { ScriptedCast, type Script } from './script.js';
import { createTargetDatabase, type TargetDatabase } from './target-database.js';

/** Everything is asked at once, every SQL is judged by itself, and verdicts alone decide. */
export const SEED_RULES = { effort: 'exhaustive', judge: 'text', verdicts: 'final' } as const;

/** Small numbers of jobs, so that a question is decided fast; a job that a busy machine holds up is waited for. */
export const SMALL = { sqlCandidates: 3, testBatches: 2, seed: 7, stragglers: null, ...SEED_RULES };

/**
 * Of a workspace whose questions go by behaviour: a probe that a busy machine does not cut short. No question may take more
 * time than its workspace gives.
 */
export const PATIENT = { probe: { instances: 24, seconds: 60 } };

/** A world's questions and databases are its tests' alone: the demo's would be among them in queues and counts. */
const SILENT = ['--no-demo'];
/** What makes the record's tables, as operations run it. */
const CLI = fileURLToPath(new URL('../../apps/cli/bin/assay.mjs', import.meta.url));

export interface AskOptions {
  settings?: object;
  level?: Level;
  evidence?: string[];
  /** In place of a question of its own; must not have been asked before. */
  question?: string;
  workspace?: string;
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

export interface WorldOptions {
  env?: { [name: string]: string };
  /** The record on a PostgreSQL of its own data folder, as `npm start` has it; else in a database of the tests' server. */
  embedded?: boolean;
  fixture?: string;
  workspace?: object;
}

/** A running Assay with a model and a target database of the test's own. */
export class World {
  private asked = 0;

  constructor(
    public assay: AssayProcess,
    public api: Api,
    readonly model: ScriptedModel,
    readonly cast: ScriptedCast,
    readonly target: TargetDatabase,
    readonly postgres: TestPostgres,
    readonly workspace: string,
    private readonly env: { [name: string]: string },
  ) {}

  /** Asks a question of its own whose agents answer by the script. */
  async ask(script: Script = {}, options: AskOptions = {}): Promise<Asked> {
    const question = options.question ?? `Question ${++this.asked}: how many customers are there?`;
    this.cast.play(question, script);
    const { settings, workspace = this.workspace, headers, ...rest } = options;
    const body = { ...rest, workspace, question, settings: { ...SMALL, ...settings } };
    const reply = await this.api.post<{ id: string }>('/v1/questions', body, headers);
    if (reply.status !== 202) throw new Error(`asking answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return { id: reply.body.id, question };
  }

  /** Asks, waits for the end, and holds the record to the outside contract. */
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

  /** What a statement finds in the record, past the API; where that is in a database of the tests' server. */
  async rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return withClient(this.env['DATABASE_URL'] ?? '', async (client) => (await client.query<Row>(sql)).rows);
  }

  async createWorkspace(fields: object = {}): Promise<string> {
    const { id } = await this.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', {
      name: `shop-${process.hrtime.bigint()}`,
      database: { dialect: 'postgres', url: this.target.readerUrl },
      ...fields,
    });
    return id;
  }

  /** `kill -9`, and a new process on the same data folder. */
  async killAndRestart(): Promise<void> {
    await this.assay.kill();
    await this.restart();
  }

  /** A new process on the data folder of the one that has ended. */
  async restart(env: { [name: string]: string } = {}): Promise<void> {
    const environment = { ...this.env, ...env };
    const parameters = SILENT;
    this.assay = await (await startAssay({ env: environment, parameters, dataDir: this.assay.dataDir })).ready();
    this.api = new Api(this.assay.url);
  }

  async end(): Promise<void> {
    await this.assay.stop();
    await this.model.close();
    await this.postgres.stop();
    await this.assay.removeData();
  }
}

/** The environment that leads to a scripted model: one model per level, named after it. */
export function modelEnvironment(model: ScriptedModel): { [name: string]: string } {
  return {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-scripted-for-tests',
    ASSAY_MODEL_BASIC: 'model-basic',
    ASSAY_MODEL_ADVANCED: 'model-advanced',
    ASSAY_MODEL_EXPERT: 'model-expert',
    ASSAY_MODEL_PRICES: JSON.stringify({ 'model-basic': { input: 1, output: 2 } }),
  };
}

/** Starts everything; what was started ends again when something does not come up. */
export async function createWorld({ env = {}, embedded, fixture, workspace }: WorldOptions = {}): Promise<World> {
  const cast = new ScriptedCast();
  const [postgres, model] = await Promise.all([startTestPostgres(), startScriptedModel(cast.handler)]);
  let assay: AssayProcess | null = null;
  try {
    const store: { [name: string]: string } = embedded === true ? {} : { DATABASE_URL: await createRecord(postgres) };
    const environment = { ...modelEnvironment(model), ...store, ...env };
    const target = await createTargetDatabase(postgres, fixture);
    assay = await startAssay({ env: environment, parameters: SILENT });
    await assay.ready();
    const api = new Api(assay.url, authorization(environment));
    const world = new World(assay, api, model, cast, target, postgres, '', environment);
    return Object.assign(world, { workspace: await world.createWorkspace(workspace) });
  } catch (error) {
    await assay?.kill();
    await model.close();
    await postgres.stop();
    throw error;
  }
}

/** A migrated record without questions; its url. */
function createRecord(postgres: TestPostgres): Promise<string> {
  return postgres.createFromTemplate('record', async (url) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url, LOG_LEVEL: 'warn' };
    await promisify(execFile)(process.execPath, [CLI, 'migrate'], { env });
  });
}

function authorization({ ASSAY_API_KEYS: keys }: { [name: string]: string }): { [name: string]: string } {
  return keys === undefined ? {} : { authorization: `Bearer ${keys.split(',')[0]}` };
}
