import { z } from 'zod';

/** The record to the letter: what api.md lists, nothing more and nothing less. */
const id = z.uuidv7();
const time = z.iso.datetime({ offset: false });
const count = z.int().min(0);
const percent = z.number().min(0).max(100);
const level = z.enum(['BASIC', 'ADVANCED', 'EXPERT']);
const caseName = z.enum(['A', 'B', 'C', 'D']);
const escalationReason = z.enum(['NO_SQL', 'ALL_FAILED', 'TOO_LITTLE']);
const moment = z.enum(['precompute', 'evaluation']);
const judge = z.enum(['evaluator', 'supervisor']);
const verdict = z.enum(['PASS', 'FAIL', 'UNDECIDED']);
export const terminalStatus = z.enum(['GOLD', 'SILVER', 'FAILED', 'ERROR', 'CANCELLED']);
const status = z.enum(['QUEUED', 'RUNNING', ...terminalStatus.options]);
const stage = z.enum([
  'prepare',
  'precompute-tests',
  'generate',
  'evaluation-tests',
  'reduce-tests',
  'evaluate',
  'supervise',
  'compare',
]);
const failedTests = z.array(z.strictObject({ test: z.string(), reason: z.string() }));
const errorNote = z.strictObject({ code: z.string().regex(/^[A-Z][A-Z0-9_]*$/), message: z.string().min(1) });

const stageCounts = { level, stage, tasks: count, failed: count, stragglers: count, elapsedMs: z.number().min(0) };
const stamp = { sequence: z.int().min(1), at: time };

/** The closed list of events. */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...stamp, type: z.literal('question-accepted') }),
  z.strictObject({ ...stamp, type: z.literal('attempt-started'), level, reason: escalationReason.nullable() }),
  z.strictObject({ ...stamp, type: z.literal('stage-started'), ...stageCounts }),
  z.strictObject({ ...stamp, type: z.literal('stage-finished'), ...stageCounts }),
  z.strictObject({
    ...stamp,
    type: z.literal('candidate-generated'),
    candidate: id,
    sql: z.string(),
    valid: z.boolean(),
    duplicateOf: id.nullable(),
    retries: count,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('test-generated'),
    test: id,
    statement: z.string().min(1),
    moment,
    evidenceCritical: z.boolean(),
  }),
  z.strictObject({ ...stamp, type: z.literal('tests-reduced'), before: count, after: count }),
  z.strictObject({
    ...stamp,
    type: z.literal('candidate-executed'),
    candidate: id,
    cluster: z.string().nullable(),
    rowCount: count.nullable(),
    error: z.string().nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('verdict-given'),
    candidate: id,
    test: id,
    verdict,
    reason: z.string(),
    by: judge,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('case-decided'),
    case: caseName,
    passRates: z.array(z.strictObject({ candidate: id, passRate: percent })),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('pair-compared'),
    a: id,
    b: id,
    winner: id.nullable(),
    confidence: z.number().min(0).max(1),
  }),
  z.strictObject({ ...stamp, type: z.literal('level-escalated'), from: level, to: level, reason: escalationReason }),
  z.strictObject({
    ...stamp,
    type: z.literal('call-answered'),
    agent: z.string().min(1),
    model: z.string().min(1),
    tokens: count,
    costUsd: z.number().min(0).nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('warning-raised'),
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    message: z.string().min(1),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('question-finished'),
    status: terminalStatus,
    case: caseName.nullable(),
    level,
  }),
]);
export type Event = z.infer<typeof eventSchema>;

const resultSchema = z.strictObject({
  result: z.enum(['GOLD', 'SILVER', 'FAILED']),
  sqlList: z.array(z.strictObject({ sql: z.string(), failedTests })),
});

const questionFields = {
  id,
  workspace: id,
  question: z.string().min(1),
  requestedLevel: level,
  level,
  status,
  case: caseName.nullable(),
  result: resultSchema.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  usage: z.strictObject({
    modelCalls: count,
    replayedCalls: count,
    inputTokens: count,
    outputTokens: count,
    costUsd: z.number().min(0),
  }),
  error: errorNote.nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
};

/** `GET /v1/questions/:id`. */
export const questionSchema = z.strictObject(questionFields);
export type Question = z.infer<typeof questionSchema>;

export const settingsSchema = z.strictObject({
  sqlCandidates: z.int(),
  testBatches: z.int(),
  passThreshold: percent,
  allowSilver: z.boolean(),
  bypassEvaluation: z.boolean(),
  treatEmptyResultAsError: z.boolean(),
  // only where it was set
  generatorTools: z.boolean().optional(),
  sendRows: z.boolean(),
  maxLevel: level,
  reduceTests: z.strictObject({ minBatches: z.int(), minTests: z.int() }),
  candidateRetries: z.int(),
  selectionConfidence: z.number(),
  deadlineSeconds: z.number(),
  maxTokens: z.int().nullable(),
  maxCalls: z.int().nullable(),
  maxCostUsd: z.number().nullable(),
  statementTimeoutMs: z.int(),
  maxRows: z.int(),
  maxExportRows: z.int(),
  seed: z.int().nullable(),
  // "configurable, can be off" in architecture.md
  stragglers: z.strictObject({ endedShare: z.number(), medianFactor: z.number() }).nullable(),
  relevantEvidence: z.strictObject({ top: z.int(), threshold: z.number() }),
  relevantGoldSqls: z.strictObject({ top: z.int(), threshold: z.number() }),
  allowFunctions: z.array(z.string()),
  allowExtensions: z.array(z.string()),
  allowSystemCatalogs: z.boolean(),
});

const errorCategory = z.enum([
  'SYNTAX_ERROR',
  'SCHEMA_ERROR',
  'EXECUTION_ERROR',
  'EMPTY_RESULT',
  'VALIDATION_FAILED',
  'EVIDENCE_MISMATCH',
]);

const candidateSchema = z.strictObject({
  id,
  ordinal: z.int().min(1),
  sql: z.string(),
  reasoning: z.string(),
  strategy: z.enum(['query-plan', 'divide-and-conquer', 'step-by-step']),
  temperature: z.number().min(0).max(1),
  model: z.string(),
  valid: z.boolean(),
  duplicateOf: id.nullable(),
  repeatsFailed: z.boolean(),
  cluster: z.string().nullable(),
  complexity: z.number().min(0),
  retries: z.array(
    z.strictObject({
      attempt: z.int().min(1),
      category: errorCategory,
      message: z.string().min(1),
      sql: z.string(),
    }),
  ),
  // only where it was rejected in the end
  lastFailure: z
    .strictObject({
      category: errorCategory,
      message: z.string().min(1),
      failedChecks: z.array(z.strictObject({ check: z.string().min(1), reason: z.string() })),
    })
    .optional(),
  // only where a valid one failed some
  evidenceFailures: z
    .array(z.strictObject({ check: z.string().min(1), reason: z.string() }))
    .min(1)
    .optional(),
  execution: z
    .strictObject({
      columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
      rowCount: count,
      rows: z.array(z.array(z.unknown())),
      truncated: z.boolean(),
      elapsedMs: z.number().min(0),
      error: z.string().nullable(),
    })
    .nullable(),
});

const attemptSchema = z.strictObject({
  level,
  reason: escalationReason.nullable(),
  case: caseName.nullable(),
  caseBeforeReview: z.literal('C').nullable(),
  passThreshold: percent,
  startedAt: time,
  finishedAt: time.nullable(),
  escalationContext: z
    .strictObject({
      failedSqls: z.array(z.strictObject({ level, sql: z.string(), passRate: percent.nullable(), failedTests })),
      // only where the cap left something out
      leftOut: z.strictObject({ sqls: count, tests: count }).optional(),
    })
    .nullable(),
  candidates: z.array(candidateSchema),
  tests: z.array(
    z.strictObject({
      id,
      number: z.int().min(1).nullable(),
      statement: z.string().min(1),
      evidenceCritical: z.boolean(),
      moment,
      batch: z.int().min(1),
      keptAs: id.nullable(),
      duplicates: z.array(id),
    }),
  ),
  verdicts: z.array(
    z.strictObject({
      candidate: id,
      test: id,
      verdict,
      reason: z.string(),
      severity: z.enum(['blocking', 'minor', 'none']).nullable(),
      by: judge,
    }),
  ),
  evaluations: z.array(
    z.strictObject({
      candidate: id,
      by: judge,
      reasoning: z.string(),
      missing: z.array(z.int()),
      extra: z.array(z.int()),
      contradicting: z.array(z.int()),
      reasks: z.int().min(0).max(2),
    }),
  ),
  scores: z.array(
    z.strictObject({
      candidate: id,
      by: judge,
      passed: count,
      total: count,
      passRate: percent,
      text: z.string().regex(/^SQL #\d+: /),
    }),
  ),
  comparisons: z.array(
    z.strictObject({
      a: id,
      b: id,
      shownFirst: id,
      winner: id.nullable(),
      confidence: z.number().min(0).max(1),
      reasoning: z.string(),
    }),
  ),
  selection: z
    .strictObject({
      by: z.enum([
        'only-passer',
        'single-result',
        'judge',
        'cluster',
        'frequent',
        'simplest',
        'coin',
        'silver',
        'bypass',
      ]),
      finalists: z.array(
        z.strictObject({
          candidate: id,
          clusterSize: z.int().min(1),
          frequency: z.int().min(1).optional(),
          complexity: z.number().min(0),
          wins: count,
        }),
      ),
      // only where there were more results than finalists
      leftOut: z.int().min(1).optional(),
    })
    .nullable(),
  winner: id.nullable(),
});

export const recordSchema = z.strictObject({
  ...questionFields,
  settings: settingsSchema,
  seed: z.int(),
  schemaHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  stopReason: z.string().nullable(),
  attempts: z.array(attemptSchema),
  calls: z.array(
    z.strictObject({
      id,
      agent: z.enum(['generator', 'test-generator', 'test-reducer', 'evaluator', 'supervisor', 'sql-selector']),
      task: id,
      ordinal: z.int().min(0),
      model: z.string(),
      promptHash: z.string().regex(/^[0-9a-f]{64}$/),
      status: z.enum(['answered', 'failed']),
      finishReason: z.string().nullable(),
      error: errorNote.nullable(),
      inputTokens: count,
      outputTokens: count,
      costUsd: z.number().min(0).nullable(),
      latencyMs: z.number().min(0),
      parser: z.string().nullable(),
      repaired: z.boolean(),
      flags: z.array(z.string()),
      replayed: z.boolean(),
    }),
  ),
  events: z.array(eventSchema),
});
export type Record = z.infer<typeof recordSchema>;
export type Attempt = Record['attempts'][number];
export type Candidate = Attempt['candidates'][number];

/** Any answer that is not 2xx. */
export const problemSchema = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  errors: z.array(z.strictObject({ field: z.string().min(1), message: z.string().min(1) })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
