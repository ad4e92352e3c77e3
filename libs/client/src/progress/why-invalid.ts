import type { CandidateRecord } from '@assay/contracts';

export function whyInvalid({ execution, lastFailure }: CandidateRecord): string | null {
  return execution?.error ?? lastFailure?.message ?? null;
}
