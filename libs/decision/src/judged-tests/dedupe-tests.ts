import type { Id, NumberedTest } from '@assay/contracts';
import { comparableStatement } from './comparable-statement.js';
import { mergeKinds } from './merge-kinds.js';

export type DedupableTest = Omit<NumberedTest, 'number'>;

export interface DedupedTests<Test extends DedupableTest> {
  /**
   * The first of each group of comparable statements, in order; evidence-critical, or a requirement, if any of them is.
   */
  kept: Test[];
  /** Duplicate id → kept id. */
  keptAs: Map<Id, Id>;
}

/** Merges tests that say the same, see `comparableStatement`. */
export function dedupeTests<Test extends DedupableTest>(tests: readonly Test[]): DedupedTests<Test> {
  const groups = new Map<string, Test[]>();
  for (const test of tests) {
    const key = comparableStatement(test.statement);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  const kept: Test[] = [];
  const keptAs = new Map<Id, Id>();
  for (const [first, ...duplicates] of groups.values()) {
    if (first === undefined) continue;
    const evidenceCritical = first.evidenceCritical || duplicates.some((test) => test.evidenceCritical);
    kept.push(mergeKinds({ ...first, evidenceCritical }, duplicates));
    for (const duplicate of duplicates) keptAs.set(duplicate.id, first.id);
  }
  return { kept, keptAs };
}
