import type { Settings, TestReducerResult } from '@assay/contracts';
import type { DedupableTest, DedupedTests } from './dedupe-tests.js';
import { mergeKinds } from './merge-kinds.js';

/** TestReducer's answer: 1-based positions. */
export type ReductionGroups = NonNullable<TestReducerResult['groups']>;

export function reductionPays(
  { reduceTests: { minBatches, minTests } }: Pick<Settings, 'reduceTests'>,
  batches: number,
  distinctTests: number,
): boolean {
  return batches >= minBatches && distinctTests >= minTests;
}

export function coversEveryTestOnce(groups: ReductionGroups, count: number): boolean {
  const named = groups.flatMap((group) => [group.keep, ...group.duplicates]);
  const distinct = new Set(named);
  return (
    named.length === count &&
    distinct.size === count &&
    named.every((number) => Number.isInteger(number) && number >= 1 && number <= count)
  );
}

/** Applies the groups; null if they are no partition. Evidence-critical tests are never dropped. */
export function applyReduction<Test extends DedupableTest>(
  tests: readonly Test[],
  groups: ReductionGroups,
): DedupedTests<Test> | null {
  if (!coversEveryTestOnce(groups, tests.length)) return null;
  const keptAs = new Map<string, string>();
  const standing = new Map<string, Test>();
  for (const group of groups) {
    const members = [group.keep, ...group.duplicates].flatMap((number) => tests[number - 1] ?? []);
    const [named, ...others] = members;
    if (named === undefined) continue;
    const alike = [named, ...others.filter(({ evidenceCritical }) => !evidenceCritical)];
    // a reading test demands nothing: a requirement represents the group
    const keep = alike.find(({ alternatives }) => alternatives === undefined) ?? named;
    const merged = alike.filter((test) => test !== keep);
    for (const duplicate of merged) keptAs.set(duplicate.id, keep.id);
    if (merged.length > 0) standing.set(keep.id, mergeKinds(keep, merged));
  }
  return { kept: tests.filter(({ id }) => !keptAs.has(id)).map((test) => standing.get(test.id) ?? test), keptAs };
}
