import {
  CASES,
  DIALECTS,
  ERROR_CATEGORIES,
  ESCALATION_REASONS,
  LEVELS,
  MOMENTS,
  RUN_STATUSES,
  SEVERITIES,
  STRATEGIES,
  settingsSchema,
  type AttemptRecord,
  type CallDetail,
  type CallRecord,
  type Cell,
  type EscalationRecord,
  type QuestionStatus,
  type QuestionView,
  type ReplayReport,
  type RowsPage,
} from '@assay/contracts';
import { z } from 'zod';

/** Shapes of answers about questions, for the documentation; the compiler holds them to the contract's types. */

const id = z.uuid().describe('UUIDv7');
const time = z.iso.datetime().describe('ISO 8601, UTC');
const level = z.enum(LEVELS);
const statuses = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');
const outcome = z.enum(['GOLD', 'SILVER', 'FAILED']);
const note = z.object({ code: z.string(), message: z.string() });
const failedTest = z.object({ test: z.string(), reason: z.string() });
const cell = z.custom<Cell>().describe('Any JSON; big integers, decimals, dates and bytes as text.');
const rows = z.array(z.array(cell));
const columns = z.array(z.object({ name: z.string(), type: z.string() }));
const judge = z.enum(['evaluator', 'supervisor']);
const attemptReason = z.enum(ESCALATION_REASONS).nullable();
const rate = z.number().min(0).max(100);

const questionFields = {
  id,
  workspace: id,
  question: z.string(),
  requestedLevel: level,
  level: level.describe('The level reached.'),
  status: z.enum(statuses),
  case: z.enum(CASES).nullable().describe('Of the last attempt; null before a decision, for no SQL, and for bypass.'),
  result: z
    .object({ result: outcome, sqlList: z.array(z.object({ sql: z.string(), failedTests: z.array(failedTest) })) })
    .nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  usage: z.object({
    modelCalls: z.int(),
    replayedCalls: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costUsd: z.number(),
  }),
  error: note.nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
};

export const questionSchema = z.object(questionFields) satisfies z.ZodType<QuestionView>;

export const acceptedSchema = z.object({
  id,
  status: z.enum(statuses),
  links: z.record(z.string(), z.string()).describe('Paths by name: self, record, events, …'),
});

export const rowsSchema = z.object({
  columns,
  rows,
  rowCount: z.int(),
  truncated: z.boolean(),
}) satisfies z.ZodType<RowsPage, unknown>;

const callFields = {
  id,
  agent: z.string(),
  task: id,
  ordinal: z.int(),
  model: z.string(),
  promptHash: z.string(),
  status: z.enum(['answered', 'failed']),
  finishReason: z.string().nullable(),
  error: note.nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costUsd: z.number().nullable(),
  latencyMs: z.number(),
  parser: z.string().nullable(),
  repaired: z.boolean(),
  flags: z.array(z.string()),
  replayed: z.boolean(),
};
const callSchema = z.object(callFields) satisfies z.ZodType<CallRecord>;

export const callDetailSchema = z.object({
  ...callFields,
  request: z.unknown().describe('Messages and parameters as they were sent.'),
  response: z.unknown().describe("The endpoint's answer as it came."),
  normalised: z.unknown().describe('The answer after parsing, repair and coercion.'),
}) satisfies z.ZodType<CallDetail>;

export const replaySchema = z.object({
  question: id,
  identical: z.boolean().describe('True when nothing differs.'),
  differences: z.array(
    z.object({
      kind: z.enum(['prompt', 'parser', 'decision']),
      at: z.string().describe('The agent, task and call, or the part of the record.'),
      recorded: z.unknown(),
      replayed: z.unknown(),
    }),
  ),
  callsNotKept: z.int().optional().describe('Calls whose answers are not kept any more and were not read again.'),
}) satisfies z.ZodType<ReplayReport>;

export const eventSchema = z
  .looseObject({ sequence: z.int().min(1), type: z.string(), at: time })
  .describe('One event; its other fields depend on its type.');

const candidate = z.object({
  id,
  ordinal: z.int(),
  sql: z.string(),
  reasoning: z.string(),
  strategy: z.enum(STRATEGIES),
  temperature: z.number(),
  model: z.string(),
  valid: z.boolean(),
  duplicateOf: id.nullable(),
  repeatsFailed: z.boolean(),
  cluster: z.string().nullable(),
  complexity: z.number(),
  retries: z.array(
    z.object({ attempt: z.int(), category: z.enum(ERROR_CATEGORIES), message: z.string(), sql: z.string() }),
  ),
  lastFailure: z
    .object({
      category: z.enum(ERROR_CATEGORIES),
      message: z.string(),
      failedChecks: z.array(z.object({ check: z.string(), reason: z.string() })),
    })
    .optional()
    .describe('Why it is not valid, after its last retry; absent where it is valid.'),
  evidenceFailures: z
    .array(z.object({ check: z.string(), reason: z.string() }))
    .optional()
    .describe(
      'Evidence-critical tests that a valid candidate failed when it was written; absent where it failed none.',
    ),
  execution: z
    .object({
      columns,
      rowCount: z.int(),
      rows,
      truncated: z.boolean(),
      elapsedMs: z.number(),
      error: z.string().nullable(),
    })
    .nullable(),
});

const attempt = z.object({
  level,
  reason: attemptReason,
  case: z.enum(CASES).nullable(),
  caseBeforeReview: z.literal('C').nullable(),
  passThreshold: rate,
  startedAt: time,
  finishedAt: time.nullable(),
  escalationContext: z
    .object({
      failedSqls: z.array(
        z.object({ level, sql: z.string(), passRate: rate.nullable(), failedTests: z.array(failedTest) }),
      ),
      leftOut: z
        .object({ sqls: z.int(), tests: z.int() })
        .optional()
        .describe('What the cap on the size leaves out; absent where nothing is left out.'),
    })
    .nullable(),
  candidates: z.array(candidate),
  tests: z.array(
    z.object({
      id,
      number: z.int().nullable(),
      statement: z.string(),
      evidenceCritical: z.boolean(),
      moment: z.enum(MOMENTS),
      batch: z.int(),
      keptAs: id.nullable(),
      duplicates: z.array(id),
    }),
  ),
  verdicts: z.array(
    z.object({
      candidate: id,
      test: id,
      verdict: z.enum(['PASS', 'FAIL', 'UNDECIDED']),
      reason: z.string(),
      severity: z.enum(SEVERITIES).nullable(),
      by: judge,
    }),
  ),
  evaluations: z.array(
    z.object({
      candidate: id,
      by: judge,
      reasoning: z.string(),
      missing: z.array(z.int()),
      extra: z.array(z.int()),
      contradicting: z.array(z.int()),
      reasks: z.int(),
    }),
  ),
  scores: z.array(
    z.object({ candidate: id, by: judge, passed: z.int(), total: z.int(), passRate: rate, text: z.string() }),
  ),
  comparisons: z.array(
    z.object({ a: id, b: id, shownFirst: id, winner: id.nullable(), confidence: z.number(), reasoning: z.string() }),
  ),
  selection: z
    .object({
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
        z.object({
          candidate: id,
          clusterSize: z.int(),
          frequency: z.int().optional().describe('Valid candidates with this canonical text, duplicates included.'),
          complexity: z.number(),
          wins: z.number(),
        }),
      ),
      leftOut: z.int().optional().describe('Results of passing SQLs beyond the limit of finalists, not compared.'),
    })
    .nullable(),
  winner: id.nullable(),
}) satisfies z.ZodType<AttemptRecord, unknown>;

type RecordWithoutEvents = Omit<EscalationRecord, 'events'>;
const recordFields = z.object({
  ...questionFields,
  settings: settingsSchema.required(),
  seed: z.int(),
  schemaHash: z.string().nullable(),
  stopReason: z.string().nullable(),
  attempts: z.array(attempt),
  calls: z.array(callSchema),
}) satisfies z.ZodType<RecordWithoutEvents, unknown>;

export const recordSchema = recordFields.extend({ events: z.array(eventSchema) });

export const dialectSchema = z.enum(DIALECTS);
