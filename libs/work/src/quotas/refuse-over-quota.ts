import { RequestProblem, type Quota } from '@assay/contracts';
import type { DayUsage } from './usage-view.js';

const DAY_SECONDS = 86_400;

/** Whose quota it is, and where it is set. */
export interface QuotaOwner {
  who: string;
  setting: string;
}

export const OF_WORKSPACE: QuotaOwner = { who: 'The workspace has', setting: 'quota' };

/**
 * Accepted questions go on and may overshoot.
 * @throws RequestProblem 429 `QUOTA_EXCEEDED` with the seconds to the end of the UTC day
 */
export function refuseOverQuota(
  today: DayUsage,
  quota: Quota,
  { who, setting }: QuotaOwner = OF_WORKSPACE,
  now = Date.now(),
): void {
  const used = [
    { name: 'questionsPerDay', limit: quota.questionsPerDay, used: today.questions, unit: 'questions' },
    { name: 'tokensPerDay', limit: quota.tokensPerDay, used: today.tokens, unit: 'tokens' },
    { name: 'usdPerDay', limit: quota.usdPerDay, used: today.costUsd, unit: 'US dollars' },
  ].filter((each): each is typeof each & { limit: number } => each.limit !== null && each.used >= each.limit);
  if (used.length === 0) return;
  const limits = used.map(
    ({ name, limit, used: spent, unit }) => `${round(spent)} of ${limit} ${unit} (${setting}.${name})`,
  );
  const message = `${who} reached the quota of the day: ${limits.join(' and ')}. The next day begins at 00:00 UTC.`;
  const retryAfterSeconds = Math.max(1, Math.ceil(DAY_SECONDS - ((now / 1000) % DAY_SECONDS)));
  throw new RequestProblem(429, 'QUOTA_EXCEEDED', message, { retryAfterSeconds });
}

/** Rounds dollar sums. */
function round(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
