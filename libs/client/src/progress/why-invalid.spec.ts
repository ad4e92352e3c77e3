import { describe, expect, it } from '@jest/globals';
import type { CandidateRecord, EscalationRecord } from '@assay/contracts';
import { sampleRun } from '../testing/index.js';
import { whyInvalid } from './why-invalid.js';

const run = sampleRun();
const refused = run.attempts[0]?.candidates[0] as CandidateRecord;
const failed = { sql: refused.sql, failedTests: [{ test: 'valid SQL', reason: 'pg_sleep is not allowed' }] };

describe('whyInvalid', () => {
  it('takes the error of a SQL that ran', () => {
    const execution = { columns: [], rowCount: 0, rows: [], truncated: false, elapsedMs: 1, error: 'no such column' };
    expect(whyInvalid(run, { ...refused, execution })).toBe('no such column');
  });

  it('takes the last failure of a SQL that ran, and was rejected', () => {
    const lastFailure = { category: 'EVIDENCE_MISMATCH' as const, message: 'It counts: it sums', failedChecks: [] };
    expect(whyInvalid(run, { ...refused, lastFailure })).toBe('It counts: it sums');
  });

  it('finds what the next level was told of a SQL that was refused before it ran', () => {
    const [basic, advanced] = run.attempts as [EscalationRecord['attempts'][0], EscalationRecord['attempts'][0]];
    const escalationContext = { failedSqls: [{ level: 'BASIC' as const, passRate: null, ...failed }] };
    const told = { ...run, attempts: [basic, { ...advanced, escalationContext }] };
    expect(whyInvalid(told, refused)).toBe('pg_sleep is not allowed');
  });

  it('finds it in the result of a question that FAILED', () => {
    expect(whyInvalid({ ...run, result: { result: 'FAILED', sqlList: [failed] } }, refused)).toBe(
      'pg_sleep is not allowed',
    );
  });

  it('is null where nothing tells it', () => {
    expect(whyInvalid(run, refused)).toBeNull();
  });
});
