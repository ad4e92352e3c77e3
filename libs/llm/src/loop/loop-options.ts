import { type AnsweredCompletion } from '../answers/interpret-answer.js';
import { type Interpretation } from '../answers/interpretation.js';
import { type Completion } from '../client/completion.js';
import { type ModelMessage, type ToolDefinition } from '../client/model-request.js';
import { type AgentTool } from './agent-tool.js';
import { type LoopLimits } from './loop-limits.js';
import { type ExecutedCall, type LoopState } from './loop-state.js';
import { type AgentReply } from './read-reply.js';

/** What a loop reaches models by; a journal stands behind it, so that a run can be replayed. */
export interface LoopPorts {
  /** One call of the model. The same `callIndex` with the same messages must give the same completion. */
  askModel(messages: ModelMessage[], tools: ToolDefinition[], callIndex: number): Promise<Completion>;
  /** The `response_checker` agent: writes a reminder for a reply that called no tool. It does not judge the reply. */
  writeNudge?(request: NudgeRequest): Promise<string | null>;
  /** Told of each reply with its reading, for the journal. */
  onReply?(callIndex: number, reply: AgentReply): void;
  /** Told of the state after each iteration. */
  onState?(state: LoopState): void | Promise<void>;
}

export interface NudgeRequest {
  /** The reply's words. */
  text: string;
  finalTool: string | null;
  toolNames: string[];
  /** From 1. */
  nudge: number;
}

/** Looks at a run after its tools ran; deterministic. May end it, or add one short remark to the next prompt. */
export type LoopValidator = (run: {
  /** Calls of this iteration. */
  latest: readonly ExecutedCall[];
  toolCalls: readonly ExecutedCall[];
  /** The reply's words. */
  text: string;
}) => { kind: 'end'; finalResponse: unknown } | { kind: 'feedback' | 'give-up'; text: string } | null;

export interface LoopOptions {
  system: string | null;
  /** The user's prompt; placeholders in it are expanded again in every iteration. */
  prompt: string;
  /**
   * False for a prompt that holds texts from outside, in which a placeholder would be none of ours: nothing is expanded,
   * and all results are listed. Default true.
   */
  placeholders?: boolean;
  tools: readonly AgentTool[];
  /** Nonce of the fences around tool results, letters and digits. */
  fence: string;
  /** A run ends with the first successful call of this tool. */
  finalTool?: string;
  /** A run may end with an answer of this contract, read from a reply that calls no other tool. */
  answer?: { contract: string; read: (completion: AnsweredCompletion) => Interpretation<unknown> };
  /** A run may end with words. */
  allowsFreeText?: boolean;
  validators?: readonly LoopValidator[];
  limits?: Partial<LoopLimits>;
  /** The state of an interrupted run, to go on from. */
  state?: LoopState;
}
