import type { EscalationContext } from './answers/attempt.js';
import type { BlockHash } from './ids.js';
import type { Level } from './level.js';

export interface AttemptInput {
  context: BlockHash;
  level: Level;
  /** From 1; seeds are drawn per attempt. */
  attempt: number;
  escalation: EscalationContext | null;
  /** A null limit is no limit. */
  limits?: SpendingLimits;
}

/** Null: no limit. */
export interface SpendingLimits {
  maxTokens: number | null;
  /** Absent in stages of earlier releases. */
  maxCalls?: number | null;
  maxCostUsd: number | null;
}
