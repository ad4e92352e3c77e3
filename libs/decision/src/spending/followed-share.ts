/** Share of questions with a round for an uncovered fault, if judges report one in each. */
const MOST_FOLLOWED = 0.25;
/** Assumed of a new workspace, with the weight of ten questions: few reports, so all are followed up. */
const PRIOR = { reported: 1, of: 10 };

/** Recent questions of a workspace with judged tests. */
export interface ReportedFaults {
  of: number;
  /** With a report of an uncovered fault that was followed up, or was left by its share. */
  reported: number;
}

/** 1 where reports are rare, about `MOST_FOLLOWED` where every question has one. */
export function followedShare({ of, reported }: ReportedFaults): number {
  const rate = (PRIOR.reported + reported) / (PRIOR.of + of);
  return Math.min(1, MOST_FOLLOWED / rate);
}
