import type { AnswerContractName, CallLabels, Level, SpendingLimits } from '@assay/contracts';
import {
  interpretAnswer,
  responseContract,
  type AgentReply,
  type Completion,
  type LoopOptions,
  type LoopPorts,
  type LoopState,
  type ModelMessage,
  type ToolDefinition,
} from '@assay/llm';
import type { RenderedPrompt } from '@assay/prompts';
import { hashOf, type BlockStore } from '../block-store.js';
import type { StepAnswer } from '../journal.js';
import { outlastOutages } from '../outlast-outages.js';
import type { TaskContext } from '../task-context.js';
import type { JournaledCalls, PlannedCall, StoredCompletion } from './journaled-calls.js';
import type { ModelSettings } from './model-settings.js';
import { modelTarget } from './model-target.js';
import { blocksOf, referenceOf } from './prompt-reference.js';
import { notesOf } from './reading-notes.js';

/** What the loop of an agent with tools calls its model by. */
export interface LoopRequest {
  agent: CallLabels['agent'];
  /** Null: the model configured for the agent. */
  model: string | null;
  /** Whose model and effort are taken; by default the lowest. */
  level?: Level;
  temperature: number;
  limits?: SpendingLimits;
  /** What the run may end with an answer of. */
  contract?: AnswerContractName;
  /**
   * The rendered prompt, of which every call is kept whole; or what the first prompt was made of, for whoever wants to
   * make it again, with the SHA-256 over its templates.
   */
  prompt: RenderedPrompt | { promptHash: string; madeOf: Record<string, unknown> };
}

/** The ports of a loop that a task's journal stands behind, and the reader of its answer. */
export type JournaledPorts = Required<Pick<LoopPorts, 'askModel' | 'onReply' | 'onState'>> & {
  answer: NonNullable<LoopOptions['answer']> | undefined;
};

/**
 * The ports of a loop within a task: each call of the model passes the gate, is journaled and priced, and is never paid
 * for twice. Where the journal keeps no prompts, which grow with every result, the first one follows from `madeOf`, the
 * others from it, the tool calls before them and the remark, and each is named by its hash.
 */
export class LoopCalls {
  constructor(
    private readonly calls: JournaledCalls,
    private readonly settings: ModelSettings,
    private readonly blocks: BlockStore,
  ) {}

  /** @throws PermanentError MODEL_NOT_CONFIGURED */
  ports(context: TaskContext, request: LoopRequest): JournaledPorts {
    let before = { toolCalls: 0, remark: null as string | null };
    let latest: Completion | null = null;
    const annotate = (notes: StepAnswer['details'], read: StoredCompletion['read']): void => {
      // a run without a contract is read by its tool calls, which are kept elsewhere
      if (latest === null || request.contract === undefined) return context.journal.annotate(notes);
      const { raw: _bytes, ...completion } = latest;
      context.journal.annotate(notes, { ...completion, read } satisfies StoredCompletion);
    };
    return {
      askModel: async (messages, tools) => {
        latest = await this.calls.complete(context, this.plan(context, request, messages, tools, before));
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

  /** One call beside a loop, answered in words: journaled and priced like its others. Null where no words came. */
  async words(context: TaskContext, request: LoopRequest, messages: ModelMessage[]): Promise<string | null> {
    const before = { toolCalls: 0, remark: null };
    const { content } = await this.calls.complete(context, this.plan(context, request, messages, [], before));
    return content;
  }

  /** The model that a request would be answered by. @throws PermanentError MODEL_NOT_CONFIGURED */
  modelOf(request: Pick<LoopRequest, 'agent' | 'model'>): string {
    return modelTarget(this.settings, request).choice.model;
  }

  private plan(
    context: TaskContext,
    request: LoopRequest,
    messages: ModelMessage[],
    tools: ToolDefinition[],
    before: object,
  ): PlannedCall {
    const { endpoint, choice } = context.replay?.choice() ?? modelTarget(this.settings, request);
    const { agent, prompt, limits, temperature } = request;
    const contract = request.contract === undefined ? null : responseContract(request.contract);
    const sent = { ...endpoint, ...choice, messages, temperature, contract, tools };
    const toolText = JSON.stringify(tools);
    const tool = { hash: hashOf(toolText), content: toolText };
    if ('madeOf' in prompt) {
      const text = hashOf(messages.map(({ content }) => content).join('\n'));
      const reference = { ...prompt.madeOf, ...before, prompt: text, tools: tool.hash, ...choice, temperature };
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
    return { agent, promptHash: prompt.templateHash, limits, reference, request: sent, beside };
  }
}

/** Reads replies that call no tool as an answer, and has the journal know how each was read. */
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
