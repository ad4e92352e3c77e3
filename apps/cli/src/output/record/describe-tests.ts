import { hanging, oneLine } from '@assay/client';
import type { AttemptRecord, TestRecord } from '@assay/contracts';
import type { RecordView } from './record-view.js';

const ORIGINS = {
  precompute: 'from the question alone',
  evaluation: 'in view of the SQLs',
  judge: 'from a fault that no test covered',
} as const satisfies Record<TestRecord['moment'], string>;

export function keptTests({ tests }: AttemptRecord): TestRecord[] {
  return tests.filter(({ number }) => number !== null).sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

export function describeTests(attempt: AttemptRecord, view: RecordView): string[] {
  return keptTests(attempt).flatMap((test) => {
    return hanging(
      `  test ${test.number}${markOf(test)}: `,
      `${oneLine(test.statement)} ${originOf(test)}`,
      view.width,
    );
  });
}

function markOf({ evidenceCritical, kind, contested }: TestRecord): string {
  const marks = [
    ...(evidenceCritical ? ['critical'] : []),
    ...(kind === 'reading' ? ['reading'] : []),
    ...(contested === null ? [] : [`tried: ${contested.decision}`]),
  ];
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function originOf({ origin, moment, batch, duplicates }: TestRecord): string {
  if (origin === 'metric') return '[by its definition, on generated data]';
  if (moment === 'judge') return `[${ORIGINS[moment]}]`;
  const others = duplicates.length === 0 ? '' : `; also covers ${duplicates.length} more`;
  return `[${ORIGINS[moment]}, batch ${batch}${others}]`;
}
