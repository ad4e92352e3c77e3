import type { AnswerContractName, CallLabels, Level, SpendingLimits } from '@assay/contracts';
import {
  interpretAnswer,
  askedContract,
  type AgentReply,
  type Completion,
  type LoopOptions,
  type LoopPorts,
  type LoopState,
  type ModelMessage,
  type ToolDefinition,
} from '@assay/llm';
import type { RenderedPrompt } from '@assay/llm/prompts';
import { hashOf, type BlockStore } from '../block-store.js';
import type { StepAnswer } from '../journal.js';
import { outlastOutages } from '../outlast-outages.js';
import type { TaskContext } from '../task-context.js';
import type { JournaledCalls, PlannedCall, StoredCompletion } from './journaled-calls.js';
import type { ModelSettings } from './model-settings.js';
import { cacheKeyOf, currentTarget } from './model-target.js';
import { blocksOf, referenceOf } from './prompt-reference.js';
import { notesOf } from './reading-notes.js';

export interface LoopRequest {
  agent: CallLabels['agent'];
  /** Null: the configured model. */
  model: string | null;
  /** Level of model and effort; default: the lowest. */
  level?: Level;
  temperature: number;
  limits?: SpendingLimits;
  contract?: AnswerContractName;
  /** The rendered prompt, stored with each call; or its ingredients, with the SHA-256 of its templates. */
  prompt: RenderedPrompt | { promptHash: string; inputs: Record<string, unknown> };
}

export type JournaledPorts = Required<Pick<LoopPorts, 'askModel' | 'onReply' | 'onState'>> & {
  answer: NonNullable<LoopOptions['answer']> | undefined;
};

/**
 * Gated, journaled, priced and never paid for twice. Prompts that are not stored follow from `inputs`, tool calls and
 * remark; each is identified by hash.
 */
export class LoopCalls {
  constructor(
    private readonly calls: JournaledCalls,
    private readonly settings: ModelSettings,
    private readonly blocks: BlockStore,
  ) {}

  ports(context: TaskContext, request: LoopRequest): JournaledPorts {
    let before = { toolCalls: 0, remark: null as string | null };
    let latest: Completion | null = null;
    const annotate = (notes: StepAnswer['details'], read: StoredCompletion['read']): void => {
      // without a contract, the tool calls are the result, stored elsewhere
      if (latest === null || request.contract === undefined) return context.journal.annotate(notes);
      const { raw: _bytes, ...completion } = latest;
      context.journal.annotate(notes, { ...completion, read } satisfies StoredCompletion);
    };
    return {
      askModel: async (messages, tools) => {
        latest = await this.calls.complete(context, await this.plan(context, request, messages, tools, before));
        return latest;
      },
      onReply: (_index: number, { parser, repaired, flags, calls, error }: AgentReply) => {
        const read = error === null ? { calls } : { violation: error };
        annotate({ parser, repaired, flags }, read);
      },
      onState: ({ toolCalls, remark }: LoopState) => {
        before = { toolCalls: toolCalls.length, remark };
      },
      answer: request.contract && answerOf(request.contract, annotate),
    };
  }

  /** Beside a loop: an answer in words; null if empty. */
  async words(context: TaskContext, request: LoopRequest, messages: ModelMessage[]): Promise<string | null> {
    const before = { toolCalls: 0, remark: null };
    const { content } = await this.calls.complete(context, await this.plan(context, request, messages, [], before));
    return content;
  }

  /** @throws PermanentError MODEL_NOT_CONFIGURED */
  async modelOf(request: Pick<LoopRequest, 'agent' | 'model'>): Promise<string> {
    return (await currentTarget(this.settings, request)).choice.model;
  }

  private async plan(
    context: TaskContext,
    request: LoopRequest,
    messages: ModelMessage[],
    tools: ToolDefinition[],
    before: object,
  ): Promise<PlannedCall> {
    const { endpoint, choice } = context.replay?.choice() ?? (await currentTarget(this.settings, request));
    const { agent, prompt, limits, temperature } = request;
    const contract = request.contract === undefined ? null : askedContract(request.contract);
    const sent = { ...endpoint, ...choice, messages, temperature, contract, tools };
    const toolText = JSON.stringify(tools);
    const tool = { hash: hashOf(toolText), content: toolText };
    if ('inputs' in prompt) {
      const text = hashOf(messages.map(({ content }) => content).join('\n'));
      const reference = { ...prompt.inputs, ...before, prompt: text, tools: tool.hash, ...choice, temperature };
      return { agent, promptHash: prompt.promptHash, limits, reference, request: sent };
    }
    const reference = {
      ...referenceOf(prompt, messages),
      tools: tool.hash,
      ...choice,
      temperature,
      contract: request.contract ?? null,
    };
    const beside = (): Promise<void> =>
      outlastOutages(() => this.blocks.storeAll(context.workspace, [...blocksOf(prompt), tool]), context.signal);
    const keyed = { ...sent, cacheKey: cacheKeyOf(context.workspace, agent) };
    return { agent, promptHash: prompt.templateHash, limits, reference, request: keyed, beside };
  }
}

/** Reads replies without tool calls as an answer and journals how. */
function answerOf(
  contract: AnswerContractName,
  annotate: (notes: StepAnswer['details'], read: StoredCompletion['read']) => void,
): NonNullable<LoopOptions['answer']> {
  return {
    contract,
    read: (completion) => {
      const reading = interpretAnswer(contract, completion);
      const { notes, read } = notesOf(reading);
      annotate(notes, read);
      return reading;
    },
  };
}
