import type { CandidateRecord } from '@assay/contracts';

/** The last error of an invalid SQL; null if valid. */
export function whyInvalid({ execution, lastFailure }: CandidateRecord): string | null {
  return execution?.error ?? lastFailure?.message ?? null;
}
