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
import type { CandidateVariables } from '@assay/llm/prompts';
import type { TaskContext, TaskHandler, TaskOutcome } from '../index.js';
import type { AskOptions, OwnVariables } from './agent-calls.js';
import { AgentParts } from './agent-parts.js';
import { registerQueues } from './queues.module.js';
import { TaskProcessor } from './task.processor.js';

type Input<Name extends Agent> = QueueTask<Name>['input'] & AttemptInput;
type Payload<Name extends Agent> = QueueTask<Name>['payload'] & { seed: number };
type Result<Name extends Agent> = QueueTask<Name>['result'];

export type AgentContext<Name extends Agent> = TaskContext<Input<Name>, Payload<Name>>;

export interface AgentTask<Name extends Agent> {
  context: AgentContext<Name>;
  /** Shared by all tasks of the stage. */
  input: Input<Name>;
  payload: Payload<Name>;
  readonly ask: (
    variables: OwnVariables<Name>,
    options: AskOptions<Name>,
  ) => Promise<AgentAnswer<(typeof contractOfAgent)[Name]>>;
  readonly show: (candidate: CandidateView) => Promise<CandidateVariables>;
  parts: AgentParts;
}

export interface AgentDefinition<Name extends Agent> {
  /** Also of queue, app and prompt folder. */
  name: Name;
  run(task: AgentTask<Name>): Promise<Result<Name>>;
  events?(result: Result<Name>, task: AgentTask<Name>): QuestionEvent[];
  /** Equal keys in a stage are duplicates. */
  key?(result: Result<Name>): string | null;
}

export interface AgentModule<Name extends Agent = Agent> extends Type {
  readonly processor: new (parts: AgentParts) => TaskHandler<Input<Name>, Payload<Name>, Result<Name>>;
}

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
