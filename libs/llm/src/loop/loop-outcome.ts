import { type ExecutedCall, type LoopUsage } from './loop-state.js';

/** How a run ended. Failures of infrastructure are thrown instead: they say nothing about the agent. */
export type LoopOutcome<Final = unknown> = LoopRecord &
  (
    | {
        status: 'completed';
        stopReason: 'final-tool' | 'answer' | 'free-text' | 'validated';
        /** Result of the final tool, the answer, the text, or what the validator gave. */
        finalResponse: Final;
      }
    | { status: 'retries-exhausted'; stopReason: RetriesExhausted; finalResponse: null }
    | { status: 'limit-reached'; stopReason: 'iterations' | 'tool-calls' | 'same-arguments'; finalResponse: null }
    | { status: 'failed'; stopReason: 'empty-reply'; finalResponse: null }
  );

/** What the model did not get right, however often it was asked. */
export type RetriesExhausted =
  | 'no-tool-call'
  | 'no-final-tool'
  | 'malformed-reply'
  | 'answer-out-of-form'
  | 'invalid-arguments'
  | 'refused'
  | 'no-progress';

export type StopReason = LoopOutcome['stopReason'];

/** What every outcome carries. */
export interface LoopRecord {
  toolCalls: ExecutedCall[];
  iterations: number;
  usage: LoopUsage;
  /** What ended the run, in a sentence. */
  detail: string;
}
