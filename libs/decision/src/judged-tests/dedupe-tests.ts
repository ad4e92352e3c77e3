import type { Id, NumberedTest } from '@assay/contracts';
import { mergeKinds } from './merge-kinds.js';

export type DedupableTest = Omit<NumberedTest, 'number'>;

export interface DedupedTests<Test extends DedupableTest> {
  /**
   * The first of each group of equal statements, in order; evidence-critical, or a requirement, if any of the group is.
   */
  kept: Test[];
  /** Duplicate id → kept id. */
  keptAs: Map<Id, Id>;
}

/** Merges statements that differ only in case, punctuation or stop words. */
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

const STOP_WORDS = new Set(['a', 'an', 'the', 'is', 'are', 'be', 'been', 'was', 'were', 'that', 'which', 'there']);

const TOKENS = /[\p{L}\p{M}\p{N}_]+|[<>=≤≥≠%+*/^]+|(?<!\S)-(?=\p{N})/gu;

/** The statement without case, punctuation and stop words, unless nothing else is left. */
export function comparableStatement(statement: string): string {
  const plain = statement.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const words = (plain.match(TOKENS) ?? []).filter((word) => !STOP_WORDS.has(word));
  return words.length === 0 ? plain : words.join(' ');
}
