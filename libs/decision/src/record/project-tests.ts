import type { Id, TestRecord } from '@assay/contracts';
import { gatherTests } from '../judged-tests/gather-tests.js';
import type { AttemptState, QuestionRun, TestPlan } from '../question-run.js';

/**
 * Every delivered test in the order moment, batch, position. A kept test is evidence-critical if any of its duplicates
 * is. Until the tests are numbered, none has a number and none stands for another.
 */
export function projectTests(run: QuestionRun, attempt: AttemptState): TestRecord[] {
  const plan = attempt.tests;
  const kept = new Map((plan?.numbered ?? []).map((test) => [test.id, test]));
  const duplicates = duplicatesOf(plan);
  return gatherTests(run, attempt.ordinal, ['precompute', 'evaluation']).map((test) => ({
    id: test.id,
    number: kept.get(test.id)?.number ?? null,
    statement: test.statement,
    evidenceCritical: kept.get(test.id)?.evidenceCritical ?? test.evidenceCritical,
    moment: test.moment,
    batch: test.batch,
    keptAs: plan?.keptAs[test.id] ?? null,
    duplicates: duplicates.get(test.id) ?? [],
  }));
}

/** For each kept test those that it stands for. */
function duplicatesOf(plan: TestPlan | null): Map<Id, Id[]> {
  const duplicates = new Map<Id, Id[]>();
  for (const [duplicate, kept] of Object.entries(plan?.keptAs ?? {})) {
    duplicates.set(kept, [...(duplicates.get(kept) ?? []), duplicate]);
  }
  return duplicates;
}
