import { PermanentError, type Id, type SpendingLimits } from '@assay/contracts';
import { raiseWarningOnce, readUsage, type Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import type { TaskContext } from '../task-context.js';

/** Runs whose warning this process has given are remembered up to this number; the record knows the others. */
const REMEMBERED_RUNS = 1000;

/** What a run may spend on models. The sums are the record's, so that all processes see the same. */
export class Budget {
  private readonly warned = new LRUCache<Id, true>({ max: REMEMBERED_RUNS });

  constructor(private readonly database: Database) {}

  /**
   * To be called right before each call: what overshoots is at most what was under way.
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

  /** Says, once per run, that its cost limit cannot hold: an answer came from a model without a known price. */
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
      // the answer has been paid for and must not be lost over a remark; the next one brings it up again
      this.warned.delete(run.id);
    }
  }
}
