import {
  PermanentError,
  type Agent,
  type AgentAnswer,
  type AnswerContractName,
  type Level,
  type SpendingLimits,
} from '@assay/contracts';
import {
  askByContract,
  askedContract,
  type AskOptions,
  type AskOutcome,
  type Completion,
  type ModelClient,
  type ModelMessage,
} from '@assay/llm';
import type { Database } from '@assay/persistence';
import type { RenderedPrompt } from '@assay/llm/prompts';
import type { BlockStore } from '../block-store.js';
import { outlastOutages } from '../outlast-outages.js';
import type { TaskContext } from '../task-context.js';
import { Budget } from './budget.js';
import { CallTimes } from './call-times.js';
import { Circuits } from './circuits.js';
import type { Gates } from './gates.js';
import { JournaledCalls, type StoredCompletion } from './journaled-calls.js';
import { LoopCalls } from './loop-calls.js';
import type { ModelSettings } from './model-settings.js';
import { ModelWaits } from './model-waits.js';
import { cacheKeyOf, currentTarget } from './model-target.js';
import { blocksOf, referenceOf } from './prompt-reference.js';
import { notesOf } from './reading-notes.js';

export interface AgentRequest<Name extends AnswerContractName> {
  /** The queue's name, or `evaluator` if the generator uses its prompt. */
  agent: Agent;
  level: Level;
  contract: Name;
  prompt: RenderedPrompt;
  temperature: number;
  limits?: SpendingLimits;
  /** Tasks of the stage with this prompt and temperature, which one call may answer. */
  alike?: number;
  /** Retries for an answer that breaks its contract. */
  reasks?: number;
  check?: AskOptions<Name>['check'];
  fromText?: AskOptions<Name>['fromText'];
  otherWords?: AskOptions<Name>['otherWords'];
}

/** Each answer is stored before the next call and never paid for twice. */
export class ModelCalls {
  readonly loops: LoopCalls;
  private readonly calls: JournaledCalls;

  constructor(
    client: ModelClient,
    private readonly settings: ModelSettings,
    gates: Gates,
    private readonly blocks: BlockStore,
    database: Database,
  ) {
    const parts = {
      client,
      settings,
      gates,
      circuits: new Circuits(),
      budget: new Budget(database),
      waits: new ModelWaits(),
      times: new CallTimes(),
    };
    this.calls = new JournaledCalls(parts);
    this.loops = new LoopCalls(this.calls, settings, blocks);
  }

  /**
   * Asks until the answer fits its contract, within `reasks`.
   * @throws PermanentError MODEL_NOT_CONFIGURED, BUDGET_EXCEEDED, and errors of the endpoint
   */
  async ask<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
  ): Promise<AskOutcome<Name>> {
    const { system, user } = request.prompt;
    return askByContract((messages, index, plain) => this.call(context, request, messages, plain, index), {
      contract: request.contract,
      messages: [
        { role: 'system', content: system, stable: system.length },
        { role: 'user', content: user, stable: request.prompt.stable },
      ],
      reasks: request.reasks,
      check: request.check,
      fromText: request.fromText,
      otherWords: request.otherWords,
      onAnswer: (_index, { raw: _bytes, ...completion }, reading) => {
        const { notes, read } = notesOf(reading);
        context.journal.annotate(notes, { ...completion, read } satisfies StoredCompletion);
      },
    });
  }

  /** @throws PermanentError ANSWER_NOT_IN_FORM if no answer fits the contract */
  async answer<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
  ): Promise<{ value: AgentAnswer<Name>; completion: Completion; reasks: number }> {
    const outcome = await this.ask(context, request);
    if (outcome.status === 'answered') return outcome;
    throw new PermanentError(
      'ANSWER_NOT_IN_FORM',
      `The ${request.agent} gave no valid answer (${outcome.reasks + 1} calls): ${outcome.violation.message}`,
    );
  }

  private async call<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
    messages: ModelMessage[],
    plain: boolean,
    index: number,
  ): Promise<Completion> {
    const { agent, prompt, limits, temperature } = request;
    const contract = plain ? null : request.contract;
    const { endpoint, choice } = context.replay?.choice() ?? (await currentTarget(this.settings, request));
    const { model, effort } = choice;
    const reference = { ...referenceOf(prompt, messages), model, effort, temperature, contract };
    return this.calls.complete(context, {
      agent,
      promptHash: prompt.templateHash,
      limits,
      reference,
      request: {
        ...endpoint,
        ...choice,
        messages,
        cacheKey: cacheKeyOf(context.workspace, agent),
        temperature,
        contract: contract && askedContract(contract),
      },
      alike: index === 0 ? request.alike : undefined,
      // a paid answer waits for the record
      beside: () => outlastOutages(() => this.blocks.storeAll(context.workspace, blocksOf(prompt)), context.signal),
    });
  }
}
