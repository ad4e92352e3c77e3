import { whyInvalid } from '@assay/client';
import type { CandidateRecord, EscalationRecord, TestRecord } from '@assay/contracts';

export function describeRejection(candidate: CandidateRecord, tests: readonly TestRecord[]): string {
  const { sql, execution, lastFailure } = candidate;
  const why = whyInvalid(candidate);
  if (sql.trim() === '') return why ?? 'No SQL was given.';
  if (execution?.error) return execution.error;
  if (execution === null)
    return why === null ? 'It was refused before it ran.' : `It was refused before it ran: ${why}`;
  if (lastFailure?.category === 'EVIDENCE_MISMATCH') return againstEvidence(lastFailure, tests);
  return why === null ? 'It ran, but was rejected.' : `It ran, but was rejected: ${why}`;
}

/** Why a candidate has unused retries; null if it has none, or failed for another reason. */
export function describeStop({ settings }: EscalationRecord, candidate: CandidateRecord): string | null {
  const { retries, lastFailure } = candidate;
  if (lastFailure?.category !== 'EVIDENCE_MISMATCH' || retries.length >= settings.candidateRetries) return null;
  return (
    `It stopped after ${retries.length} of ${settings.candidateRetries} retries: what contradicts the evidence is reported ` +
    'to the model once.'
  );
}

function againstEvidence(
  { failedChecks, message }: NonNullable<CandidateRecord['lastFailure']>,
  tests: readonly TestRecord[],
): string {
  if (failedChecks.length === 0) return `It ran, but goes against the evidence: ${message}`;
  // Several checks may map to one test.
  const reasons = new Map(failedChecks.map(({ check, reason }) => [nameOf(check, tests), reason]));
  return `It ran, but goes against evidence ${[...reasons].map(([name, reason]) => `${name}: ${reason}`).join('; ')}`;
}

function nameOf(statement: string, tests: readonly TestRecord[]): string {
  const named = tests.find((test) => test.statement === statement);
  const kept = named?.number === null ? tests.find(({ id }) => id === named.keptAs) : named;
  if (kept === undefined || kept.number === null) return `test “${statement}”`;
  return `test ${kept.number} (“${kept.statement}”)`;
}
