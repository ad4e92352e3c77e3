import type { AttemptRecord, CandidateRecord, TestRecord, Verdict } from '@assay/contracts';

export function candidate(id: string, part: Partial<CandidateRecord> = {}): CandidateRecord {
  return {
    id,
    ordinal: 1,
    sql: `select '${id}'`,
    reasoning: '',
    strategy: 'query-plan',
    temperature: 0.1,
    model: 'small',
    valid: true,
    duplicateOf: null,
    repeatsFailed: false,
    cluster: 'same',
    behaviour: null,
    complexity: 1,
    retries: [],
    execution: null,
    ...part,
  };
}

export function test(id: string, number: number | null, part: Partial<TestRecord> = {}): TestRecord {
  return {
    id,
    number,
    statement: `statement of ${id}`,
    evidenceCritical: false,
    kind: 'requirement',
    alternatives: [],
    contested: null,
    moment: 'precompute',
    batch: 1,
    keptAs: null,
    duplicates: [],
    ...part,
  };
}

export function verdict(
  of: string,
  by: string,
  given: Verdict,
  judge: 'evaluator' | 'supervisor' = 'evaluator',
): AttemptRecord['verdicts'][number] {
  return { candidate: of, test: by, verdict: given, reason: '', severity: null, by: judge, overruledBy: null };
}

export function attempt(part: Partial<AttemptRecord>): AttemptRecord {
  return {
    level: 'BASIC',
    reason: null,
    case: null,
    caseBeforeReview: null,
    passThreshold: 90,
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    escalationContext: null,
    candidates: [],
    behaviours: [],
    suite: [],
    witnesses: [],
    waves: [],
    tests: [],
    verdicts: [],
    evaluations: [],
    scores: [],
    comparisons: [],
    selection: null,
    winner: null,
    ...part,
  };
}
