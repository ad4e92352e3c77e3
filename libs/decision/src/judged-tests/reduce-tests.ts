import type { Settings, TestReducerResult } from '@assay/contracts';
import type { DedupableTest, DedupedTests } from './dedupe-tests.js';

/** TestReducer's answer: 1-based positions in the list that it was shown. */
export type ReductionGroups = NonNullable<TestReducerResult['groups']>;

/** Whether asking TestReducer pays: enough batches that may overlap, and enough distinct tests left. */
export function reductionPays(
  settings: Pick<Settings, 'reduceTests'>,
  batches: number,
  distinctTests: number,
): boolean {
  return batches >= settings.reduceTests.minBatches && distinctTests >= settings.reduceTests.minTests;
}

/** Whether the groups name every test 1…count exactly once. */
export function coversEveryTestOnce(groups: ReductionGroups, count: number): boolean {
  const named = groups.flatMap((group) => [group.keep, ...group.duplicates]);
  const distinct = new Set(named);
  return (
    named.length === count &&
    distinct.size === count &&
    named.every((number) => Number.isInteger(number) && number >= 1 && number <= count)
  );
}

/**
 * The kept tests and what stands for the others, or null when the groups do not cover every test exactly once.
 * An evidence-critical test is never dropped: in a group that names it a duplicate it stays, beside the kept one.
 */
export function applyReduction<Test extends DedupableTest>(
  tests: readonly Test[],
  groups: ReductionGroups,
): DedupedTests<Test> | null {
  if (!coversEveryTestOnce(groups, tests.length)) return null;
  const keptAs = new Map<string, string>();
  for (const group of groups) {
    const keep = tests[group.keep - 1];
    for (const number of group.duplicates) {
      const duplicate = tests[number - 1];
      if (keep === undefined || duplicate === undefined || duplicate.evidenceCritical) continue;
      keptAs.set(duplicate.id, keep.id);
    }
  }
  return { kept: tests.filter((test) => !keptAs.has(test.id)), keptAs };
}
