import type { Id, NumberedTest } from '@assay/contracts';
import { mergeKinds } from './merge-kinds.js';

/** A test whose statement may repeat. */
export type DedupableTest = Omit<NumberedTest, 'number'>;

export interface DedupedTests<Test extends DedupableTest> {
  /**
   * The first of each group of equal statements, in order; evidence-critical if any of its group is, and a requirement if
   * any is one.
   */
  kept: Test[];
  /** Id of each later duplicate → id of the kept one. */
  keptAs: Map<Id, Id>;
}

/** Exact deduplication: statements are equal when they differ in case, white space or final punctuation alone. */
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

/** The statement without what deduplication ignores. A statement of punctuation alone keeps it. */
export function comparableStatement(statement: string): string {
  const plain = statement.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const trimmed = plain.slice(0, endOfWords(plain));
  return trimmed === '' ? plain : trimmed;
}

/** Ends before the run of final punctuation and blanks; counted by hand, because a regular expression backtracks. */
function endOfWords(text: string): number {
  let end = text.length;
  while (end > 0 && FINAL_PUNCTUATION.has(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Closing brackets and quotes are not in it: they belong to what they close. */
const FINAL_PUNCTUATION = new Set([...' .,;:!?…。！？；']);
