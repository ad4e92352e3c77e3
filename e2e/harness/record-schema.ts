import {
  AGENTS,
  QUESTION_EVENTS,
  settingsSchema as settings,
  type RecordedEvent,
  type Settings,
} from '@assay/contracts';
import { z } from 'zod';

/** The record to the letter: what the outside contract lists, nothing more and nothing less. */
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
const failedTests = z.array(z.strictObject({ test: z.string(), reason: z.string() }));
const errorNote = z.strictObject({ code: z.string().regex(/^[A-Z][A-Z0-9_]*$/), message: z.string().min(1) });

const stamp = { sequence: z.int().min(1), at: time };
const events = Object.entries(QUESTION_EVENTS).map(([type, fields]) =>
  z.strictObject({ ...stamp, type: z.literal(type), ...fields }),
);

/** The closed list of events, to the field. */
export const eventSchema = z.union(events) as unknown as z.ZodType<RecordedEvent>;
export type Event = RecordedEvent;

const resultSchema = z.strictObject({
  result: z.enum(['GOLD', 'SILVER', 'FAILED']),
  sqlList: z.array(
    // `alsoAs` only where other texts behave like this one
    z.strictObject({ sql: z.string(), failedTests, alsoAs: z.array(z.string()).min(1).optional() }),
  ),
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
  contested: z.strictObject({ by: z.enum(['failed-tests', 'low-confidence']), message: z.string().min(1) }).nullable(),
  mostLikely: z
    .strictObject({ sql: z.string().min(1), confidence: z.number().min(0).max(1), failed: failedTests })
    .nullable(),
  usage: z.strictObject({
    modelCalls: count,
    replayedCalls: count,
    inputTokens: count,
    outputTokens: count,
    costUsd: z.number().min(0),
  }),
  error: errorNote.nullable(),
  summary: z.string().min(1).nullable(),
  refusals: z.array(z.string().min(1)),
  nextSteps: z.array(
    z.strictObject({
      action: z.enum([
        'add-evidence',
        'settle',
        'edit-question',
        'raise-level',
        'check-database',
        'check-model',
        'retry',
      ]),
      message: z.string().min(1),
    }),
  ),
  readings: z.array(
    z.strictObject({
      id,
      statement: z.string().min(1),
      sql: z.string().min(1),
      share: z.number().min(0).max(1),
      posterior: z.number().min(0).max(1).nullable(),
      chosen: z.boolean(),
      rowCount: count.nullable(),
    }),
  ),
  openPoints: z.array(
    z.strictObject({
      id,
      question: z.string().min(1),
      options: z.array(z.strictObject({ id: z.string().min(1), meaning: z.string().min(1), reading: id })),
      settled: z.string().min(1).nullable(),
    }),
  ),
  name: z.string().min(1).nullable(),
  follows: id.nullable(),
  liked: z.boolean(),
  corrected: z.boolean(),
  createdAt: time,
  finishedAt: time.nullable(),
};

/** `GET /v1/questions/:id`. */
export const questionSchema = z.strictObject(questionFields);
export type Question = z.infer<typeof questionSchema>;

/** Every setting is on the record, by its rules; one that came later only where it was set. */
export const settingsSchema = z.strictObject({
  ...Object.fromEntries(Object.entries(settings.shape).map(([name, type]) => [name, type.unwrap()])),
  generatorTools: z.boolean().optional(),
}) as unknown as z.ZodType<Settings>;

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
  // only where its model said so
  summary: z.string().min(1).optional(),
  strategy: z.enum(['query-plan', 'divide-and-conquer', 'step-by-step']),
  temperature: z.number().min(0).max(1),
  model: z.string(),
  valid: z.boolean(),
  duplicateOf: id.nullable(),
  repeatsFailed: z.boolean(),
  cluster: z.string().nullable(),
  behaviour: z.string().min(1).nullable(),
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

/** Small databases, by table. */
const tables = z.record(
  z.string(),
  z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
);
const probeResult = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.unknown())),
  error: z.string().nullable(),
});

const behaviourSchema = z.strictObject({
  id: z.string().min(1),
  representative: id,
  candidates: z.array(id).min(1),
  share: z.number().min(0).max(1),
  posterior: z.number().min(0).max(1).nullable(),
  // only where there are some
  unstable: z.array(id).min(1).optional(),
});

const suiteInstanceSchema = z.strictObject({
  id: z.string().min(1),
  made: z.enum(['generated', 'mutated', 'aimed']),
  breaks: z.array(z.enum(['not-null', 'unique', 'value-list', 'dependency', 'order', 'case'])),
  tables,
});

const witnessSchema = z.strictObject({
  a: id,
  b: id,
  instance: z.string().min(1),
  weak: z.boolean(),
  tables,
  resultA: probeResult,
  resultB: probeResult,
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
  waves: z.array(
    z.strictObject({
      ordinal: z.int().min(1),
      candidates: z.int().min(1),
      lead: z.number().min(0).max(1),
      stopped: z.boolean(),
      why: z.enum(['enough-lead', 'three-alike', 'all-asked', 'undecided', 'judged', 'in-doubt']),
      beforeProbe: z.literal(true).optional(),
    }),
  ),
  behaviours: z.array(behaviourSchema),
  suite: z.array(suiteInstanceSchema),
  suiteNow: time.optional(),
  witnesses: z.array(witnessSchema),
  tests: z.array(
    z.strictObject({
      id,
      number: z.int().min(1).nullable(),
      statement: z.string().min(1),
      evidenceCritical: z.boolean(),
      kind: z.enum(['requirement', 'reading']),
      // none on a requirement
      alternatives: z.array(z.strictObject({ id: z.string().min(1), meaning: z.string().min(1) })),
      contested: z
        .strictObject({
          by: z.enum(['all-fail', 'leader-fails', 'objection', 'kinds']),
          decision: z.enum(['demanded', 'reading', 'mistaken']),
          reason: z.string(),
        })
        .nullable(),
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
      overruledBy: z.literal('odds').nullable(),
      // only on a reading test, where the SQL takes one
      alternative: z.string().min(1).optional(),
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
      // only where a judge objects
      notDemanded: z.array(z.int()).min(1).optional(),
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
        'posterior',
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
  definitions: z.array(z.strictObject({ name: z.string().min(1), source: z.string().min(1), text: z.string().min(1) })),
  corrections: z.array(
    z.strictObject({
      id,
      sql: z.string().nullable(),
      comment: z.string().nullable(),
      goldSql: id.nullable(),
      createdAt: time,
    }),
  ),
  settlements: z.array(
    z.strictObject({
      id,
      openPoint: id,
      option: z.string().min(1),
      reading: id,
      sql: z.string().min(1),
      remembered: z.boolean(),
      createdAt: time,
    }),
  ),
  attempts: z.array(attemptSchema),
  calls: z.array(
    z.strictObject({
      id,
      agent: z.enum(AGENTS),
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
      cachedTokens: count.nullable(),
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
  // only where there is something to do
  nextSteps: questionFields.nextSteps.min(1).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
