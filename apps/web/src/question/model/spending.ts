import type { CallRecord } from '@assay/contracts';

export interface Spending {
  agent: string;
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** Null if no call has a known price. */
  costUsd: number | null;
  latencyMs: number;
}

export function spendingByAgent(calls: readonly CallRecord[]): Spending[] {
  return [...Map.groupBy(calls, ({ agent }) => agent)]
    .map(([agent, own]) => {
      const sum = (pick: (call: CallRecord) => number): number => own.reduce((total, call) => total + pick(call), 0);
      const priced = own.filter(({ costUsd }) => costUsd !== null);
      return {
        agent,
        calls: own.length,
        failed: own.filter(({ status }) => status === 'failed').length,
        inputTokens: sum(({ inputTokens }) => inputTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
        costUsd: priced.length === 0 ? null : priced.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0),
        latencyMs: sum(({ latencyMs }) => latencyMs),
      };
    })
    .sort((one, other) => other.inputTokens + other.outputTokens - one.inputTokens - one.outputTokens);
}
