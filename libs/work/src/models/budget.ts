import { PermanentError, type Id, type SpendingLimits } from '@assay/contracts';
import { raiseWarningOnce, readUsage, type Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import type { TaskContext } from '../task-context.js';

/** Runs whose warning is remembered; the record knows the rest. */
const REMEMBERED_RUNS = 1000;

/** Spending limits of a run, from sums on record shared by all processes. */
export class Budget {
  private readonly warned = new LRUCache<Id, true>({ max: REMEMBERED_RUNS });

  constructor(private readonly database: Database) {}

  /**
   * Call before each model call; overshoot is limited to running calls.
   * @throws PermanentError BUDGET_EXCEEDED
   */
  async check({ run }: Pick<TaskContext, 'run'>, limits: SpendingLimits | undefined): Promise<void> {
    if (!run || !limits) return;
    const { maxTokens, maxCalls = null, maxCostUsd } = limits;
    if (maxTokens === null && maxCalls === null && maxCostUsd === null) return;
    const spent = await readUsage(this.database, run.id);
    const tokens = spent.inputTokens + spent.outputTokens;
    const parts = [
      ...(maxTokens !== null && tokens >= maxTokens ? [`${tokens} of at most ${maxTokens} tokens`] : []),
      ...(maxCalls !== null && spent.modelCalls >= maxCalls
        ? [`${spent.modelCalls} of at most ${maxCalls} calls`]
        : []),
      ...(maxCostUsd !== null && spent.costUsd >= maxCostUsd
        ? [`$${spent.costUsd.toFixed(4)} of at most $${maxCostUsd}`]
        : []),
    ];
    if (parts.length === 0) return;
    throw new PermanentError('BUDGET_EXCEEDED', `The question's budget is spent: ${parts.join(' and ')}.`);
  }

  /** Warns once per run that an unpriced model defeats the cost limit. */
  async noticeUnpriced(
    { run }: Pick<TaskContext, 'run'>,
    limits: SpendingLimits | undefined,
    answer: { model: string; costUsd: number | null },
  ): Promise<void> {
    if (!run || !limits || limits.maxCostUsd === null || answer.costUsd !== null || this.warned.has(run.id)) return;
    this.warned.set(run.id, true);
    const message = `The price of ${answer.model} is not configured: its calls do not count towards maxCostUsd.`;
    try {
      await raiseWarningOnce(this.database, run.id, 'PRICE_UNKNOWN', message);
    } catch {
      // a warning must not lose a paid answer; the next answer retries it
      this.warned.delete(run.id);
    }
  }
}
