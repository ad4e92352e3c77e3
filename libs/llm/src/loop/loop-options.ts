import { type AnsweredCompletion } from '../answers/interpret-answer.js';
import { type Interpretation } from '../answers/interpretation.js';
import { type Completion } from '../client/completion.js';
import { type ModelMessage, type ToolDefinition } from '../client/model-request.js';
import { type AgentTool } from './agent-tool.js';
import { type LoopLimits } from './loop-limits.js';
import { type ExecutedCall, type LoopState } from './loop-state.js';
import { type AgentReply } from './read-reply.js';

/** Journaled, for replays. */
export interface LoopPorts {
  /** Equal `callIndex` and messages must give the same completion. */
  askModel(messages: ModelMessage[], tools: ToolDefinition[], callIndex: number): Promise<Completion>;
  /** `response_checker`: a reminder after a reply without tool call. */
  writeReminder?(request: ReminderRequest): Promise<string | null>;
  onReply?(callIndex: number, reply: AgentReply): void;
  onState?(state: LoopState): void | Promise<void>;
}

export interface ReminderRequest {
  text: string;
  finalTool: string | null;
  toolNames: string[];
  /** From 1. */
  reminder: number;
}

/** After tool calls: may end the run or add a remark. */
export type LoopValidator = (run: {
  latest: readonly ExecutedCall[];
  toolCalls: readonly ExecutedCall[];
  text: string;
}) => { kind: 'end'; finalResponse: unknown } | { kind: 'feedback' | 'give-up'; text: string } | null;

export interface LoopOptions {
  system: string | null;
  /** Placeholders are expanded in every iteration. */
  prompt: string;
  /** Characters at its start that other prompts share. */
  stable?: number;
  /** False for external text: lists all results. Default true. */
  placeholders?: boolean;
  tools: readonly AgentTool[];
  /** Alphanumeric nonce of result fences. */
  fence: string;
  /** The first successful call of this tool ends the run. */
  finalTool?: string;
  /** An answer in a reply without other calls ends the run. */
  answer?: { contract: string; read: (completion: AnsweredCompletion) => Interpretation<unknown> };
  /** Plain text may end the run. */
  allowsFreeText?: boolean;
  validators?: readonly LoopValidator[];
  limits?: Partial<LoopLimits>;
  state?: LoopState;
}
