import { afterEach, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { countsFile, sumOfCounts, summaryOf, writeCounts } from './test-summary-reporter.mjs';

const NAMES = ['summary spec/one', 'summary spec/two'];

afterEach(() => NAMES.forEach((name) => rmSync(countsFile(name), { force: true })));

it('sums what runs counted, and names what failed, a run without counts too', () => {
  const [one = '', two = ''] = NAMES;
  const none = { passed: 0, failed: 0, skipped: 0, skippedSuites: [], failures: [] };
  writeCounts(one, {
    ...none,
    passed: 3,
    failed: 1,
    skipped: 2,
    skippedSuites: ['rows'],
    failures: ['a.spec.ts: breaks'],
  });
  const sum = sumOfCounts([one, two]);
  expect(summaryOf(sum).split('\n')).toEqual([
    '',
    'skipped: rows',
    'failed: a.spec.ts: breaks',
    `failed: ${two} ended before it wrote its counts`,
    '3 passed, 2 failed, 2 skipped',
    '',
  ]);
});
