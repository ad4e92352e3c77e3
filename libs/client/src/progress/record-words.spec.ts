import { describe, expect, it } from '@jest/globals';
import type { CandidateRecord } from '@assay/contracts';
import { sampleRun } from '../testing/index.js';
import { whyInvalid } from './record-words.js';

const valid = sampleRun().attempts[0]?.candidates[0] as CandidateRecord;

describe('whyInvalid', () => {
  it('takes the error of a SQL that ran', () => {
    const execution = { columns: [], rowCount: 0, rows: [], truncated: false, elapsedMs: 1, error: 'no such column' };
    expect(whyInvalid({ ...valid, execution })).toBe('no such column');
  });

  it('takes the last failure of a SQL that was refused, or ran and was rejected', () => {
    const lastFailure = { category: 'EVIDENCE_MISMATCH' as const, message: 'It counts: it sums', failedChecks: [] };
    expect(whyInvalid({ ...valid, lastFailure })).toBe('It counts: it sums');
  });

  it('is null if unknown', () => {
    expect(whyInvalid(valid)).toBeNull();
  });
});
