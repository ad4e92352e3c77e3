import type { Id, Verdict } from '@assay/contracts';

/** Verdicts of candidates against tests 1…`tests`. */
export interface VerdictMatrix {
  tests: number;
  rows: VerdictRow[];
}

export interface VerdictRow {
  candidate: Id;
  /** By test, in order of their numbers; one that is missing is UNDECIDED, one too many does not count. */
  verdicts: Verdict[];
}

/** A row counted. */
export interface RowCount {
  candidate: Id;
  passed: number;
  failed: number;
  undecided: number;
  total: number;
}

export function countRow(row: VerdictRow, tests: number): RowCount {
  const judged = row.verdicts.slice(0, tests);
  const passed = judged.filter((verdict) => verdict === 'PASS').length;
  const failed = judged.filter((verdict) => verdict === 'FAIL').length;
  return { candidate: row.candidate, passed, failed, undecided: tests - passed - failed, total: tests };
}

/** Percent of all tests, 0–100, with two decimals for people; 0 where there are no tests. */
export function passRate(passed: number, total: number): number {
  return total === 0 ? 0 : Math.round((passed * 10_000) / total) / 100;
}

/** Whether so many passed tests reach the threshold (percent). Compared exactly, not by the rounded rate. */
export function reaches(passed: number, total: number, threshold: number): boolean {
  return passed * 100 >= threshold * total;
}
