/** Ms, unbounded: `retry-after-ms` and `Retry-After` (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const milliseconds = Number.parseFloat(header('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return Math.max(0, Math.round(milliseconds));
  const text = header('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
