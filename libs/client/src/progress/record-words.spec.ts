import { describe, expect, it } from '@jest/globals';
import type { CandidateRecord } from '@assay/contracts';
import { sampleId, sampleRun } from '../testing/index.js';
import { describeAside, whyInvalid } from './record-words.js';

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

describe('what is said aside', () => {
  it('names outvoted SQLs, and faults without a test, once', () => {
    const uncovered = [{ fault: 'It counts refunds.', requirement: 'Refunds do not count.' }];
    const [lists, by] = [{ missing: [], extra: [], contradicting: [] }, 'evaluator' as const];
    const evaluation = { candidate: sampleId(1), by, reasoning: '', reasks: 0, ...lists, uncovered };
    const given = describeAside({
      escalationContext: { failedSqls: [], outvoted: [{ sql: 'select 1', probability: 0.23 }] },
      evaluations: [evaluation, evaluation],
    });
    expect(given).toEqual([
      'Passed every test, but outvoted, 23 % likely to be right: select 1',
      'A judge found no test for: It counts refunds. It proposed: Refunds do not count.',
    ]);
  });
});
