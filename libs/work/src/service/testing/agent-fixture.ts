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
import { readStages, type EventRow } from '@assay/persistence';
import { PromptLibrary } from '@assay/llm/prompts';
import { startScriptedModel, type ModelCall, type ModelHandler } from '@assay/testing';
import type { TaskRunner, TaskRuntime } from '../../index.js';
import { modelCallsAt, openWorkFixture, startRunner } from '../../testing/index.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AgentCalls } from '../agent-calls.js';
import { AgentParts } from '../agent-parts.js';
import { CandidateJudge } from '../candidate-judge.js';
import type { AgentModule } from '../define-agent.js';
import { QuestionMaterials } from '../question-materials.js';

const PROMPTS = fileURLToPath(new URL('../../../../../prompts', import.meta.url));
const ENDS_WITHIN_MS = 100_000;
const SCHEMA: DatabaseSchema = { dialect: 'postgres', name: 'shop', tables: [] };

export interface DoneTask<Name extends Agent> {
  status: string;
  result: QueueTask<Name>['result'] | null;
  error: ErrorNote | null;
  events: EventRow[];
  calls: ModelCall[];
}

type OwnInput<Input> = Input extends AttemptInput ? Omit<Input, keyof AttemptInput> : never;

export interface AgentFixture<Name extends Agent> {
  run(
    task: {
      input: OwnInput<QueueTask<Name>['input']>;
      payload: QueueTask<Name>['payload'];
    },
    model: ModelHandler,
  ): Promise<DoneTask<Name>>;
  close(): Promise<void>;
}

export function sampleCandidate(number: number, sql = `select ${number}`): CandidateView {
  return { id: newId(), number, sql, examination: null, execution: null };
}

export async function openAgentFixture<Name extends Agent>(
  agent: Name,
  module: AgentModule<Name>,
): Promise<AgentFixture<Name>> {
  const fixture = await openWorkFixture();
  let handler: ModelHandler = () => ({ status: 500 });
  const model = await startScriptedModel((call) => handler(call));
  const work = await fixture.join(agent);
  const client = new ModelClient();
  const processor = new module.processor(partsOf(work, client, model.url));
  const runner: TaskRunner = work.runner(processor, {
    queue: agent,
    concurrency: 1,
    onError: () => undefined,
  });
  startRunner(work, runner);
  return {
    run: async ({ input, payload }, script) => {
      handler = script;
      model.calls.length = 0;
      const context = await storeContext(work, fixture.workspace);
      const attempt: AttemptInput = { context, level: 'BASIC', attempt: 1, escalation: null };
      const { run } = await fixture.startRun(work, agent, 1, {
        maxAttempts: 1,
        input: { ...attempt, ...input },
        payload: { ...(payload as object), seed: 7 },
      });
      const done = await ended<Name>(work, run);
      return { ...done, calls: [...model.calls] };
    },
    close: async () => {
      await runner.drain(500);
      await client.close();
      await model.close();
      await fixture.close();
    },
  };
}

function partsOf(work: TaskRuntime, client: ModelClient, baseUrl: string): AgentParts {
  const models = modelCallsAt(work, client, baseUrl);
  const prompts = PromptLibrary.load(PROMPTS);
  const materials = new QuestionMaterials(work, 10_000);
  const calls = new AgentCalls(models, prompts, materials);
  return new AgentParts(calls, new CandidateJudge(calls), models, prompts, materials, work);
}

async function storeContext(work: TaskRuntime, workspace: Id): Promise<string> {
  const context: QuestionContext = {
    question: 'How many customers are there?',
    dialect: 'postgres',
    schema: await work.blocks.store(workspace, JSON.stringify(SCHEMA)),
    directives: null,
    evidence: [],
    goldSqls: [],
    foundValues: [],
    fence: 'a1b2c3d4e5',
    stableFence: 'f6g7h8i9j0',
    schemaOrder: 'fixed',
    seed: 7,
    sendRows: true,
  };
  return work.blocks.store(workspace, JSON.stringify(context));
}

async function ended<Name extends Agent>(work: TaskRuntime, run: Id): Promise<Omit<DoneTask<Name>, 'calls'>> {
  for (const until = Date.now() + ENDS_WITHIN_MS; ; await sleep(20)) {
    const task = (await readStages(work.database, run))[0]?.tasks[0];
    if (task && (task.status === 'DONE' || task.status === 'DEAD')) {
      const text = `select type, body from assay.events where run_id = $1
                      and type not in ('question-accepted', 'call-answered') order by sequence`;
      const events = await work.database.query<EventRow>({ name: 'fixture_events', text }, [run]);
      const result = task.result as QueueTask<Name>['result'] | null;
      return { status: task.status, result, error: task.error, events };
    }
    if (Date.now() > until) throw new Error(`the task is ${task?.status ?? 'not there'}`);
  }
}
