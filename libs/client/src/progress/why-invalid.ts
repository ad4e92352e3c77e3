import type { CandidateRecord } from '@assay/contracts';

/** Why a SQL never became valid: its last error. Null for one that did. */
export function whyInvalid({ execution, lastFailure }: CandidateRecord): string | null {
  return execution?.error ?? lastFailure?.message ?? null;
}
