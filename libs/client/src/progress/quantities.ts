/** `0.4 s`, `12.3 s`, `2 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Two significant digits. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  if (usd >= 1) return `$${usd.toFixed(2)}`;
  const digits = Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(usd))));
  return `$${usd.toFixed(digits)}`;
}

/** A lower bound if some calls have no known price. */
export function formatSpending(usage: { costUsd: number; calls: number; unpricedCalls: number }): string {
  if (usage.unpricedCalls === 0) return formatCost(usage.costUsd);
  return usage.unpricedCalls >= usage.calls ? 'price not known' : `at least ${formatCost(usage.costUsd)}`;
}

/** `1,234`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** `100 %`, `91.7 %`. */
export function formatPercent(percent: number): string {
  return `${Number(percent.toFixed(1))} %`;
}

/** `1 test`, `3 tests`. */
export function count(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}
