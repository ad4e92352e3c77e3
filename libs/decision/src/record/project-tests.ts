import type { TestRecord } from '@assay/contracts';
import { MOMENTS } from '@assay/contracts/plain';
import { gatherTests } from '../judged-tests/gather-tests.js';
import type { AttemptState, QuestionRun } from '../question-run.js';

/**
 * Every delivered test in the order moment, batch, position. A kept test is evidence-critical if any of its duplicates
 * is. Until the tests are numbered, none has a number and none stands for another.
 */
export function projectTests(run: QuestionRun, attempt: AttemptState): TestRecord[] {
  const plan = attempt.tests;
  const kept = new Map((plan?.numbered ?? []).map((test) => [test.id, test]));
  const delivered = gatherTests(run, attempt.ordinal, MOMENTS);
  const standingFor = Map.groupBy(delivered, ({ id }) => plan?.keptAs[id] ?? null);
  return delivered.map((test) => ({
    id: test.id,
    number: kept.get(test.id)?.number ?? null,
    statement: test.statement,
    evidenceCritical: kept.get(test.id)?.evidenceCritical ?? test.evidenceCritical,
    moment: test.moment,
    batch: test.batch,
    keptAs: plan?.keptAs[test.id] ?? null,
    duplicates: (standingFor.get(test.id) ?? []).map(({ id }) => id),
  }));
}
