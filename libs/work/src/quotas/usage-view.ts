import type { Quota, WorkspaceUsage } from '@assay/contracts';

const DAY_MS = 86_400_000;

export interface DayUsage {
  questions: number;
  /** In and out. */
  tokens: number;
  /** US dollars, without unpriced calls. */
  costUsd: number;
}

export function usageView(today: DayUsage, quota: Quota, now = Date.now()): WorkspaceUsage {
  const start = midnight(now);
  return {
    day: new Date(start).toISOString().slice(0, 10),
    resetsAt: new Date(start + DAY_MS).toISOString(),
    questions: { used: today.questions, limit: quota.questionsPerDay },
    tokens: { used: today.tokens, limit: quota.tokensPerDay },
    costUsd: { used: today.costUsd, limit: quota.usdPerDay },
  };
}

/** Start of the UTC day, milliseconds. */
export function midnight(now = Date.now()): number {
  return Math.floor(now / DAY_MS) * DAY_MS;
}
