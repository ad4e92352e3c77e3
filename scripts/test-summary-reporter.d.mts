export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  skippedSuites: string[];
  failures: string[];
}

/** Where the counts of the last run under a name are, a project's under its folder. */
export function countsFile(name: string): string;
export function writeCounts(name: string, counts: Counts): void;
/** Of several runs, as one. */
export function sumOfCounts(names: readonly string[]): Counts;
/** What a run ends with. */
export function summaryOf(counts: Counts): string;
