import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decideRecorded } from './decide-recorded.js';
import { readRecorded } from './read-recorded.js';
import { recordedLines, recordedReport } from './recorded-report.js';

const FOLDER = join(resolve(import.meta.dirname, '../../../..'), '..', 'shared', 'data', 'strong-judge');
const isThere = existsSync(FOLDER);
const withData = isThere ? it : it.skip;
if (!isThere) process.stderr.write(`skipped: the recorded run is not at ${FOLDER}\n`);

describe('the rules with a strong judge that was recorded', () => {
  withData(
    'answer as many questions right as its verdicts allow, and say GOLD of what is',
    async () => {
      const report = recordedReport((await readRecorded(FOLDER)).map((question) => decideRecorded(question)));
      expect(report.questions).toBe(80);
      // Goal: 73. One pair is left to the user.
      expect(report.right).toBeGreaterThanOrEqual(72);
      expect(report.gold).toBeGreaterThanOrEqual(55);
      expect(report.goldRight / report.gold).toBeGreaterThanOrEqual(0.95);
      expect(recordedLines(report)).toHaveLength(4);
    },
    120_000,
  );
});
