import {
  newId,
  type Agent,
  type AttemptInput,
  type CandidateView,
  type DatabaseSchema,
  type ErrorNote,
  type Id,
  type QueueTask,
  type QuestionContext,
} from '@assay/contracts';
import { ModelClient } from '@assay/llm';
import { Messaging } from '@assay/messaging';
import { applyAdvance, createRun, lockRun, migrate, readStages, type EventRow } from '@assay/persistence';
import { PromptLibrary } from '@assay/prompts';
import { startScriptedModel, startTestPostgres, type ModelCall, type ModelHandler } from '@assay/testing';
import { Gates, ModelCalls, Work, type TaskRunner } from '@assay/work';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AgentCalls } from '../agent-calls.js';
import { AgentParts } from '../agent-parts.js';
import { CandidateJudge } from '../candidate-judge.js';
import type { AgentModule } from '../define-agent.js';
import { QuestionMaterials } from '../question-materials.js';

const PROMPTS = fileURLToPath(new URL('../../../../prompts', import.meta.url));
const ENDS_WITHIN_MS = 20_000;
const SCHEMA: DatabaseSchema = { dialect: 'postgres', name: 'shop', tables: [] };

/** A task that has ended, with the events and the calls of a model that it made. */
export interface DoneTask<Name extends Agent> {
  status: string;
  result: QueueTask<Name>['result'] | null;
  error: ErrorNote | null;
  /** Without `call-answered`, of which there is one for each call. */
  events: EventRow[];
  calls: ModelCall[];
}

/** One agent at work on its queue: a migrated database, a process, and a model that does what a test says. */
export interface AgentFixture<Name extends Agent> {
  /** Does one task; what the agents of an attempt have in common is filled in. */
  run(
    task: {
      input: Omit<QueueTask<Name>['input'], keyof AttemptInput>;
      payload: QueueTask<Name>['payload'];
    },
    model: ModelHandler,
  ): Promise<DoneTask<Name>>;
  close(): Promise<void>;
}

/** A candidate that was never executed. */
export function sampleCandidate(number: number, sql = `select ${number}`): CandidateView {
  return { id: newId(), number, sql, examination: null, execution: null };
}

export async function openAgentFixture<Name extends Agent>(
  agent: Name,
  module: AgentModule<Name>,
): Promise<AgentFixture<Name>> {
  const postgres = await startTestPostgres();
  const url = await postgres.createFromTemplate('agents', async (template) => {
    await migrate(template);
  });
  const onError = (): void => undefined;
  let handler: ModelHandler = () => ({ status: 500 });
  const model = await startScriptedModel((call) => handler(call));
  const messaging = await Messaging.open({ transport: { kind: 'postgres', url }, onError });
  const work = new Work(messaging, { service: agent, databaseUrl: url, onError });
  await work.start();
  const client = new ModelClient();
  const processor = new module.processor(partsOf(work, client, model.url));
  const runner: TaskRunner = work.runner(processor, { queue: agent, concurrency: 1, onError });
  runner.start();
  const workspace = await addWorkspace(work);
  return {
    run: async ({ input, payload }, script) => {
      handler = script;
      model.calls.length = 0;
      const context = await storeContext(work, workspace);
      const attempt: AttemptInput = { context, level: 'BASIC', attempt: 1, escalation: null };
      const run = await startRun(work, workspace, agent, { ...attempt, ...input }, payload as object);
      const done = await ended<Name>(work, run);
      return { ...done, calls: [...model.calls] };
    },
    close: async () => {
      await runner.drain(500);
      await messaging.close();
      await work.stop();
      await client.close();
      await model.close();
      await postgres.stop();
    },
  };
}

function partsOf(work: Work, client: ModelClient, baseUrl: string): AgentParts {
  const settings: ConstructorParameters<typeof ModelCalls>[1] = {
    endpoint: { baseUrl, apiKey: '' },
    modelFor: () => ({ model: 'usual', effort: null }),
    mode: 'json_schema',
    timeoutMs: 10_000,
    prices: {},
  };
  const models = new ModelCalls(client, settings, new Gates(work.database, work.process), work.blocks, work.database);
  const prompts = PromptLibrary.load(PROMPTS);
  const materials = new QuestionMaterials(work, 10_000);
  const calls = new AgentCalls(models, prompts, materials);
  return new AgentParts(calls, new CandidateJudge(calls), models, prompts, materials, work);
}

async function addWorkspace(work: Work): Promise<Id> {
  const id = newId();
  const text = `insert into assay.workspaces (id, name, dialect, connection) values ($1, 'shop', 'postgres', '')`;
  await work.database.query({ name: 'fixture_workspace', text }, [id]);
  return id;
}

async function storeContext(work: Work, workspace: Id): Promise<string> {
  const context: QuestionContext = {
    question: 'How many customers are there?',
    dialect: 'postgres',
    schema: await work.blocks.store(workspace, JSON.stringify(SCHEMA)),
    directives: null,
    evidence: [],
    goldSqls: [],
    foundValues: [],
    fence: 'a1b2c3d4e5',
    seed: 7,
    sendRows: true,
  };
  return work.blocks.store(workspace, JSON.stringify(context));
}

/** A run with one stage of one task, published. */
async function startRun(work: Work, workspace: Id, queue: Agent, input: object, payload: object): Promise<Id> {
  const [run, stage, task] = [newId(), newId(), newId()];
  await createRun(work.database, {
    id: run,
    product: 'question',
    pipelineVersion: 1,
    workspace,
    seed: 7,
    deadlineSeconds: 600,
    replyTo: null,
    traceContext: null,
    events: [],
  });
  const shape = { stage, workspace, ordinal: 1, queue, priority: 0, maxAttempts: 1, runSeconds: 300, requestKey: null };
  await work.database.transaction(async (connection) => {
    const locked = await lockRun(connection, run);
    await applyAdvance(connection, run, locked?.revision ?? 0, {
      stages: [{ id: stage, attempt: 1, kind: 'evaluate', round: 1, input, total: 1, lookAtOpen: 0 }],
      tasks: [{ id: task, ...shape, payload: { ...payload, seed: 7 } }],
      close: [],
      cancel: [],
      events: [],
      wakeAt: null,
      finish: null,
    });
  });
  await work.publisher.tasks([{ id: task, queue, priority: 0, delivery: 1 }]);
  return run;
}

async function ended<Name extends Agent>(work: Work, run: Id): Promise<Omit<DoneTask<Name>, 'calls'>> {
  for (const until = Date.now() + ENDS_WITHIN_MS; ; await sleep(20)) {
    const task = (await readStages(work.database, run))[0]?.tasks[0];
    if (task && (task.status === 'DONE' || task.status === 'DEAD')) {
      const text = `select type, body from assay.events where run_id = $1 and type <> 'call-answered' order by sequence`;
      const events = await work.database.query<EventRow>({ name: 'fixture_events', text }, [run]);
      const result = task.result as QueueTask<Name>['result'] | null;
      return { status: task.status, result, error: task.error, events };
    }
    if (Date.now() > until) throw new Error(`the task is ${task?.status ?? 'not there'}`);
  }
}
