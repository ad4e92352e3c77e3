import type { Id, NumberedTest } from '@assay/contracts';
import { dedupeTests, type DedupableTest } from './dedupe-tests.js';
import { applyReduction, type ReductionGroups } from './reduce-tests.js';
import type { TestPlan } from '../question-run.js';

export function numberTests(tests: readonly DedupableTest[]): NumberedTest[] {
  return tests.map(({ id, statement, evidenceCritical, alternatives, openTo }, index) => ({
    id,
    number: index + 1,
    statement,
    evidenceCritical,
    ...(alternatives && { alternatives }),
    ...(openTo && { openTo }),
  }));
}

export function distinctTests(tests: readonly DedupableTest[]): NumberedTest[] {
  return numberTests(dedupeTests(tests).kept);
}

/**
 * The judged tests, numbered, and the representative of each other test.
 * @param groups TestReducer's answer; null or no partition: all tests are kept
 */
export function planJudgedTests(tests: readonly DedupableTest[], groups: ReductionGroups | null): TestPlan {
  const exact = dedupeTests(tests);
  const reduction = groups === null ? null : applyReduction(exact.kept, groups);
  const keptAs: Record<Id, Id> = Object.fromEntries(reduction?.keptAs ?? []);
  for (const [duplicate, kept] of exact.keptAs) keptAs[duplicate] = reduction?.keptAs.get(kept) ?? kept;
  return {
    numbered: numberTests(reduction?.kept ?? exact.kept),
    keptAs,
    before: tests.length,
    distinct: exact.kept.length,
    reduced: reduction !== null,
  };
}
