import type { AttemptRecord, CandidateRecord } from '@assay/contracts';
import { count } from './quantities.js';

/** One sentence per cap that hid something from models. */
export function describeLeftOut({
  escalationContext,
  selection,
}: Partial<Pick<AttemptRecord, 'escalationContext' | 'selection'>>): string[] {
  const omitted = escalationContext?.leftOut;
  const results = selection?.leftOut ?? 0;
  return [
    ...(omitted === undefined
      ? []
      : [
          `Too long for its prompts: ${count(omitted.sqls, 'rejected SQL')} of earlier levels, and ` +
            `${count(omitted.tests, 'failed test')} of the others.`,
        ]),
    ...(results === 0 ? [] : [`Not compared, because too many pass: ${count(results, 'result')} of SQLs that pass.`]),
  ];
}

/** Evidence-critical tests that a valid candidate failed; judges know. */
export function describeEvidenceFailures({ evidenceFailures = [] }: CandidateRecord): string[] {
  return evidenceFailures.map(({ check, reason }) => `Doubted when it was written, by “${check}”: ${reason}`);
}
