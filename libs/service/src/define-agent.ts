import { Processor } from '@nestjs/bullmq';
import { Inject, Module, type Type } from '@nestjs/common';
import type {
  Agent,
  AgentAnswer,
  CandidateView,
  contractOfAgent,
  QueueTask,
  QuestionEvent,
  AttemptInput,
} from '@assay/contracts';
import { eventRow } from '@assay/persistence';
import type { CandidateVariables } from '@assay/prompts';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import type { AskOptions, OwnVariables } from './agent-calls.js';
import { AgentParts } from './agent-parts.js';
import { registerQueues } from './queues.module.js';
import { TaskProcessor } from './task.processor.js';

type Input<Name extends Agent> = QueueTask<Name>['input'] & AttemptInput;
/** Every task of a question carries a seed of its own. */
type Payload<Name extends Agent> = QueueTask<Name>['payload'] & { seed: number };
type Result<Name extends Agent> = QueueTask<Name>['result'];

/** The context of an agent's task. */
export type AgentContext<Name extends Agent> = TaskContext<Input<Name>, Payload<Name>>;

/** One task of an agent: what it is given, and the means to do it. */
export interface AgentTask<Name extends Agent> {
  context: AgentContext<Name>;
  /** What all tasks of the stage share. */
  input: Input<Name>;
  payload: Payload<Name>;
  /** Renders the agent's prompt, asks the model, and reads the answer by the agent's contract. */
  readonly ask: (
    variables: OwnVariables<Name>,
    options: AskOptions<Name>,
  ) => Promise<AgentAnswer<(typeof contractOfAgent)[Name]>>;
  /** A candidate as the prompt shows it. */
  readonly show: (candidate: CandidateView) => Promise<CandidateVariables>;
  parts: AgentParts;
}

/** An agent: its queue's tasks, their results, and their events. */
export interface AgentDefinition<Name extends Agent> {
  /** Also its queue, its app, its folder of prompts and its row in the tables of `contracts`. */
  name: Name;
  /** Does one task. Throws errors that know whether they are retryable. */
  run(task: AgentTask<Name>): Promise<Result<Name>>;
  /** Events about a result, in the same commit. */
  events?(result: Result<Name>, task: AgentTask<Name>): QuestionEvent[];
  /** Results of one stage with equal keys are duplicates of the first; null for one that has no duplicates. */
  key?(result: Result<Name>): string | null;
}

/** The Nest module of an agent, with the processor that works on its queue. */
export interface AgentModule<Name extends Agent = Agent> extends Type {
  readonly processor: new (parts: AgentParts) => TaskHandler<Input<Name>, Payload<Name>, Result<Name>>;
}

/** Makes the `@Processor` of the agent's queue, and the module that registers both. */
export function defineAgent<Name extends Agent>(definition: AgentDefinition<Name>): AgentModule<Name> {
  @Processor(definition.name)
  class AgentProcessor extends TaskProcessor<Input<Name>, Payload<Name>, Result<Name>> {
    constructor(@Inject(AgentParts) private readonly parts: AgentParts) {
      super();
    }

    async handle(context: AgentContext<Name>): Promise<TaskOutcome<Result<Name>>> {
      const task = taskOf(definition.name, context, this.parts);
      const result = (await definition.run(task)) as Result<Name>;
      const key = definition.key?.(result) ?? null;
      const events = definition.events?.(result, task) ?? [];
      return { result, ...(key === null ? {} : { key }), events: events.map(eventRow) };
    }
  }

  @Module({ imports: [registerQueues(definition.name)], providers: [AgentProcessor] })
  class DefinedAgentModule {
    static readonly processor = AgentProcessor;
  }

  return DefinedAgentModule;
}

function taskOf<Name extends Agent>(name: Name, context: AgentContext<Name>, parts: AgentParts): AgentTask<Name> {
  return {
    context,
    input: context.input,
    payload: context.payload,
    ask: (variables, options) => parts.calls.ask(name, context, variables, options),
    show: (candidate) => parts.calls.show(context, candidate),
    parts,
  };
}
