import type { Id, Verdict } from '@assay/contracts';

export interface VerdictMatrix {
  tests: number;
  rows: VerdictRow[];
}

export interface VerdictRow {
  candidate: Id;
  /** By test number; missing ones are UNDECIDED, extra ones ignored. */
  verdicts: Verdict[];
}

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

/** Percent, 0–100, two decimals; 0 without tests. */
export function passRate(passed: number, total: number): number {
  return total === 0 ? 0 : Math.round((passed * 10_000) / total) / 100;
}

/** @param threshold percent, compared exactly */
export function reaches(passed: number, total: number, threshold: number): boolean {
  return passed * 100 >= threshold * total;
}
