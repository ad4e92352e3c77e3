import {
  DEFAULT_SETTINGS,
  type AttemptRecord,
  type CandidateRecord,
  type EscalationRecord,
  type Id,
  type QuestionEvent,
  type QuestionView,
  type RecordedEvent,
  type TestRecord,
  type Verdict,
} from '@assay/contracts';

export function sampleId(number: number): Id {
  return `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

const BEGIN = Date.parse('2026-03-01T10:00:00.000Z');
const STEP_MS = 200;

export function recordedEvents(events: QuestionEvent[]): RecordedEvent[] {
  return events.map((event, index) => ({
    ...event,
    sequence: index + 1,
    at: new Date(BEGIN + index * STEP_MS).toISOString(),
  }));
}

const [slow, wrong, right, twin] = [sampleId(11), sampleId(12), sampleId(21), sampleId(22)];
const [firstTest, secondTest, thirdTest, fourthTest] = [sampleId(31), sampleId(32), sampleId(41), sampleId(42)];
const RIGHT_SQL = "SELECT count(*) AS orders\nFROM orders\nWHERE placed_on >= date_trunc('month', current_date)";
const WRONG_SQL = 'SELECT count(*) FROM orders';

export function sampleQuestion(changes: Partial<QuestionView> = {}): QuestionView {
  return {
    id: sampleId(1),
    workspace: sampleId(2),
    question: 'How many orders were placed this month?',
    requestedLevel: 'BASIC',
    level: 'ADVANCED',
    status: 'GOLD',
    case: 'A',
    result: { result: 'GOLD', sqlList: [{ sql: RIGHT_SQL, failedTests: [] }] },
    confidence: 0.9,
    contested: null,
    mostLikely: null,
    usage: {
      modelCalls: 14,
      replayedCalls: 0,
      inputTokens: 12_345,
      outputTokens: 2_100,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      costUsd: 0.0123,
    },
    error: null,
    summary: null,
    refusals: [],
    nextSteps: [],
    name: null,
    follows: null,
    continues: null,
    liked: false,
    corrected: false,
    readings: [],
    openPoints: [],
    createdAt: new Date(BEGIN).toISOString(),
    finishedAt: new Date(BEGIN + 8_400).toISOString(),
    ...changes,
  };
}

/** BASIC: case D; ADVANCED: one SQL after a review (C, then A). */
export function sampleRun(changes: Partial<EscalationRecord> = {}): EscalationRecord {
  return {
    ...sampleQuestion(),
    settings: DEFAULT_SETTINGS,
    seed: 7,
    schemaHash: null,
    definitions: [],
    stopReason: null,
    models: {},
    judges: [],
    corrections: [],
    settlements: [],
    attempts: [basicAttempt(), advancedAttempt()],
    calls: [],
    events: sampleEvents(),
    ...changes,
  };
}

function sampleEvents(): RecordedEvent[] {
  return recordedEvents([
    { type: 'question-accepted' },
    { type: 'attempt-started', level: 'BASIC', reason: null },
    stage('stage-started', 'BASIC', 'generate', 2),
    generated(slow, 'SELECT pg_sleep(60)', { valid: false, retries: 3 }),
    call('generator'),
    generated(wrong, WRONG_SQL),
    stage('stage-finished', 'BASIC', 'generate', 2),
    stage('stage-started', 'BASIC', 'evaluate', 1),
    verdict(wrong, firstTest, 'PASS', 'evaluator'),
    verdict(wrong, secondTest, 'FAIL', 'evaluator'),
    stage('stage-finished', 'BASIC', 'evaluate', 1),
    { type: 'case-decided', case: 'D', passRates: [{ candidate: wrong, passRate: 50 }] },
    { type: 'level-escalated', from: 'BASIC', to: 'ADVANCED', reason: 'ALL_FAILED' },
    { type: 'attempt-started', level: 'ADVANCED', reason: 'ALL_FAILED' },
    stage('stage-started', 'ADVANCED', 'precompute-tests', 1),
    stage('stage-started', 'ADVANCED', 'generate', 2),
    {
      type: 'test-generated',
      test: thirdTest,
      statement: 'counts orders',
      moment: 'precompute',
      evidenceCritical: false,
    },
    { type: 'test-generated', test: fourthTest, statement: 'this month', moment: 'precompute', evidenceCritical: true },
    generated(right, RIGHT_SQL),
    generated(twin, `${RIGHT_SQL};`, { duplicateOf: right }),
    stage('stage-finished', 'ADVANCED', 'precompute-tests', 1),
    stage('stage-finished', 'ADVANCED', 'generate', 2),
    stage('stage-started', 'ADVANCED', 'evaluate', 1),
    verdict(right, thirdTest, 'PASS', 'evaluator'),
    verdict(right, fourthTest, 'FAIL', 'evaluator'),
    stage('stage-finished', 'ADVANCED', 'evaluate', 1),
    { type: 'case-decided', case: 'C', passRates: [{ candidate: right, passRate: 90 }] },
    stage('stage-started', 'ADVANCED', 'supervise', 1),
    { type: 'warning-raised', code: 'SLOW_MODEL', message: 'The model answers slowly.' },
    verdict(right, fourthTest, 'PASS', 'supervisor'),
    call('supervisor'),
    stage('stage-finished', 'ADVANCED', 'supervise', 1),
    { type: 'case-decided', case: 'A', passRates: [{ candidate: right, passRate: 100 }] },
    { type: 'question-finished', status: 'GOLD', case: 'A', level: 'ADVANCED' },
  ]);
}

function stage(
  type: 'stage-started' | 'stage-finished',
  level: 'BASIC' | 'ADVANCED',
  kind: Extract<QuestionEvent, { type: 'stage-started' }>['stage'],
  tasks: number,
): QuestionEvent {
  return { type, level, stage: kind, tasks, failed: 0, stragglers: 0, elapsedMs: type === 'stage-started' ? 0 : 1_200 };
}

function generated(
  candidate: Id,
  sql: string,
  { valid = true, retries = 0, duplicateOf = null as Id | null } = {},
): QuestionEvent {
  return { type: 'candidate-generated', candidate, sql, valid, duplicateOf, retries };
}

function verdict(candidate: Id, test: Id, given: Verdict, by: 'evaluator' | 'supervisor'): QuestionEvent {
  const reason = given === 'PASS' ? '' : 'every order is counted, whatever its month';
  return { type: 'verdict-given', candidate, test, verdict: given, reason, by };
}

function call(agent: string): QuestionEvent {
  return { type: 'call-answered', agent, model: 'sample-model', tokens: 1_000, costUsd: 0.001 };
}

function basicAttempt(): AttemptRecord {
  return {
    ...emptyAttempt(),
    level: 'BASIC',
    reason: null,
    case: 'D',
    candidates: [
      candidate(slow, 1, 'SELECT pg_sleep(60)', { valid: false, cluster: null }),
      candidate(wrong, 2, WRONG_SQL, { cluster: 'f1' }),
    ],
    tests: [test(firstTest, 1, 'counts orders'), test(secondTest, 2, 'this month')],
    scores: [
      { candidate: wrong, by: 'evaluator', passed: 1, total: 2, passRate: 50, text: 'SQL #1: OK, KO - every month' },
    ],
  };
}

function advancedAttempt(): AttemptRecord {
  return {
    ...emptyAttempt(),
    level: 'ADVANCED',
    reason: 'ALL_FAILED',
    case: 'A',
    caseBeforeReview: 'C',
    candidates: [
      candidate(right, 1, RIGHT_SQL, { cluster: 'f2' }),
      candidate(twin, 2, `${RIGHT_SQL};`, { cluster: 'f2', duplicateOf: right }),
    ],
    tests: [test(thirdTest, 1, 'counts orders'), test(fourthTest, 2, 'this month')],
    scores: [
      { candidate: right, by: 'evaluator', passed: 1, total: 2, passRate: 90, text: 'SQL #1: OK, KO - not sure' },
      { candidate: right, by: 'supervisor', passed: 2, total: 2, passRate: 100, text: 'SQL #1: OK, OK' },
    ],
    selection: { by: 'only-passer', finalists: [{ candidate: right, clusterSize: 2, complexity: 4, wins: 0 }] },
    winner: right,
  };
}

function emptyAttempt(): AttemptRecord {
  return {
    level: 'BASIC',
    reason: null,
    case: null,
    caseBeforeReview: null,
    passThreshold: 90,
    startedAt: new Date(BEGIN).toISOString(),
    finishedAt: new Date(BEGIN + 4_000).toISOString(),
    escalationContext: null,
    candidates: [],
    waves: [],
    behaviours: [],
    suite: [],
    witnesses: [],
    tests: [],
    verdicts: [],
    evaluations: [],
    scores: [],
    comparisons: [],
    selection: null,
    winner: null,
  };
}

function candidate(id: Id, ordinal: number, sql: string, changes: Partial<CandidateRecord>): CandidateRecord {
  return {
    id,
    ordinal,
    sql,
    reasoning: '',
    strategy: 'query-plan',
    temperature: 0.2,
    model: 'sample-model',
    valid: true,
    duplicateOf: null,
    repeatsFailed: false,
    cluster: null,
    behaviour: null,
    complexity: 4,
    retries: [],
    execution: null,
    ...changes,
  };
}

function test(id: Id, number: number, statement: string): TestRecord {
  return {
    id,
    number,
    statement,
    evidenceCritical: false,
    kind: 'requirement',
    alternatives: [],
    contested: null,
    moment: 'precompute',
    batch: 1,
    keptAs: null,
    duplicates: [],
  };
}
