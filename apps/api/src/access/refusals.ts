/** Statuses that refuse a caller, rather than tell it of something that is not there or not possible. */
const REFUSING = new Set([401, 403, 413, 415, 429]);

/** Attempts that this process has refused since its start, by code: for the metrics. */
export class Refusals {
  private readonly byCode = new Map<string, number>();

  /** Whether an answer of this status refuses its caller; those are counted. */
  count(status: number, code: string): boolean {
    if (!REFUSING.has(status)) return false;
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    return true;
  }

  /** Codes with how often each was answered. */
  entries(): [string, number][] {
    return [...this.byCode];
  }
}
