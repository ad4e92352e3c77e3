import { describe, expect, it } from '@jest/globals';
import type { CandidateRecord, EscalationRecord, LastFailure } from '@assay/contracts';
import { describeRejection, describeStop } from './describe-rejection.js';
import { candidate, test } from './testing/attempt-fixture.js';

const record = { attempts: [], result: null, settings: { candidateRetries: 3 } } as unknown as EscalationRecord;
const execution: CandidateRecord['execution'] = {
  columns: [],
  rowCount: 3,
  rows: [],
  truncated: false,
  elapsedMs: 1,
  error: null,
};
const retry = { attempt: 1, category: 'EVIDENCE_MISMATCH' as const, message: 'no', sql: 'select 1' };
const tests = [test('a', 1), test('b', 2), test('again', null, { keptAs: 'b' })];
const against = (id: string): LastFailure => ({
  category: 'EVIDENCE_MISMATCH',
  message: `statement of ${id}: sums`,
  failedChecks: [{ check: `statement of ${id}`, reason: 'sums' }],
});
const rejected = (part: Partial<CandidateRecord>): string =>
  describeRejection(candidate('x', { valid: false, ...part }), tests);

describe('describeRejection', () => {
  it('names the evidence test that a SQL goes against which ran', () => {
    expect(rejected({ execution, lastFailure: against('b') })).toBe(
      'It ran, but goes against evidence test 2 (“statement of b”): sums',
    );
  });

  it('names the representative of a merged test', () => {
    const { failedChecks, ...failure } = against('again');
    const lastFailure = { ...failure, failedChecks: [...against('b').failedChecks, ...failedChecks] };
    expect(rejected({ execution, lastFailure })).toBe(
      'It ran, but goes against evidence test 2 (“statement of b”): sums',
    );
  });

  it('never calls refused what ran, in records without the last failure either', () => {
    expect(rejected({ execution })).toBe('It ran, but was rejected.');
  });

  it('says why a SQL was refused that did not run', () => {
    const lastFailure: LastFailure = { category: 'VALIDATION_FAILED', message: 'no pg_sleep', failedChecks: [] };
    expect(rejected({ lastFailure })).toBe('It was refused before it ran: no pg_sleep');
    expect(rejected({})).toBe('It was refused before it ran.');
  });
});

describe('describeStop', () => {
  it('says why retries were left', () => {
    expect(describeStop(record, candidate('x', { lastFailure: against('b'), retries: [retry] }))).toMatch(
      /^It stopped after 1 of 3 retries/,
    );
  });

  it('says nothing where none were left', () => {
    const lastFailure = { ...against('b'), category: 'SYNTAX_ERROR' as const };
    expect(describeStop(record, candidate('x', { lastFailure, retries: [retry] }))).toBeNull();
  });
});
