import { type ExecutedCall, type LoopUsage } from './loop-state.js';

/** Infrastructure failures are thrown. */
export type LoopOutcome<Final = unknown> = LoopRecord &
  (
    | {
        status: 'completed';
        stopReason: 'final-tool' | 'answer' | 'free-text' | 'validated';
        /** Result of the final tool, answer, text, or validator's value. */
        finalResponse: Final;
      }
    | { status: 'retries-exhausted'; stopReason: RetriesExhausted; finalResponse: null }
    | { status: 'limit-reached'; stopReason: 'iterations' | 'tool-calls' | 'same-arguments'; finalResponse: null }
    | { status: 'failed'; stopReason: 'empty-reply'; finalResponse: null }
  );

export type RetriesExhausted =
  | 'no-tool-call'
  | 'no-final-tool'
  | 'malformed-reply'
  | 'answer-out-of-form'
  | 'invalid-arguments'
  | 'refused'
  | 'no-progress';

export type StopReason = LoopOutcome['stopReason'];

export interface LoopRecord {
  toolCalls: ExecutedCall[];
  iterations: number;
  usage: LoopUsage;
  detail: string;
}
