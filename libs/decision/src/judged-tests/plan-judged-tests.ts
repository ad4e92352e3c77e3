import type { Id, NumberedTest } from '@assay/contracts';
import { dedupeTests, type DedupableTest } from './dedupe-tests.js';
import { applyReduction, type ReductionGroups } from './reduce-tests.js';
import type { TestPlan } from '../question-run.js';

/** Numbers tests 1…n in the order given. */
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

/** The deduplicated tests as TestReducer sees them, numbered. */
export function distinctTests(tests: readonly DedupableTest[]): NumberedTest[] {
  return numberTests(dedupeTests(tests).kept);
}

/**
 * The tests that will be judged, numbered, and for each other test the one that stands for it.
 *
 * @param tests all delivered tests in the order moment, batch, position
 * @param groups TestReducer's answer to the distinct ones; null to keep them all
 * @returns `reduced: false` also where groups were given that do not cover every distinct test exactly once
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
