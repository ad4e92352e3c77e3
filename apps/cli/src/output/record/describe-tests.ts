import { oneLine } from '@assay/client';
import type { AttemptRecord, Moment, TestRecord } from '@assay/contracts';
import { hanging, type RecordView } from './record-view.js';

const ORIGINS: Record<Moment, string> = {
  precompute: 'from the question alone',
  evaluation: 'in view of the SQLs',
};

/** The tests that were judged by, in order of their numbers. */
export function keptTests({ tests }: AttemptRecord): TestRecord[] {
  return tests.filter(({ number }) => number !== null).sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

/** Every kept test with its origin, and for how many others it stands. */
export function describeTests(attempt: AttemptRecord, view: RecordView): string[] {
  return keptTests(attempt).flatMap((test) => {
    const critical = test.evidenceCritical ? ' (critical)' : '';
    return hanging(`  test ${test.number}${critical}: `, `${oneLine(test.statement)} ${originOf(test)}`, view.width);
  });
}

function originOf({ moment, batch, duplicates }: TestRecord): string {
  const others = duplicates.length === 0 ? '' : `; stands for ${duplicates.length} more`;
  return `[${ORIGINS[moment]}, batch ${batch}${others}]`;
}
