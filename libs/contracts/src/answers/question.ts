import { z } from 'zod';
import { CASES, QUESTION_STATUSES } from '../record.js';
import { openPointSchema, readingSchema } from './reading.js';
import { describedTime as time, cell, columns, failedTest, id, level, note, rows, usage } from './fields.js';

const outcome = z.enum(['GOLD', 'SILVER', 'FAILED']);
const resultSchema = z.object({
  result: outcome,
  sqlList: z.array(
    z.object({
      sql: z.string(),
      failedTests: z.array(failedTest),
      alsoAs: z
        .array(z.string())
        .optional()
        .describe('Other texts that behave like this one, and are not listed themselves; absent where there are none.'),
    }),
  ),
});

export const nextStepSchema = z.object({
  action: z.enum(['add-evidence', 'settle', 'edit-question', 'raise-level', 'check-database', 'check-model', 'retry']),
  message: z.string(),
});

const contestedSchema = z.object({
  by: z
    .enum(['failed-tests', 'low-confidence'])
    .describe(
      'Tests that it fails, overruled by the odds; or odds below `goldConfidence` although it passes them all.',
    ),
  message: z.string(),
});

const silverSchema = z.object({
  why: z
    .enum(['failed-tests', 'other-reading', 'untested', 'limit'])
    .describe(
      'It failed tests; it passed them and is not likely enough for GOLD; no test was there; a limit ended the search.',
    ),
  message: z.string(),
});

const reasonSchema = z.object({
  kind: z
    .enum(['refused', 'no-candidate', 'tests', 'none-likely'])
    .describe(
      'Models said that it cannot be answered; no SQL was valid; every SQL failed tests; no SQL is likely enough right.',
    ),
  message: z.string(),
});

/** Likeliest SQL of a FAILED question: judged and not found good enough, so never an answer. */
const mostLikelySchema = z.object({
  sql: z.string(),
  confidence: z.number().min(0).max(1),
  failed: z.array(failedTest),
});

export const questionFields = {
  id,
  workspace: id,
  question: z.string(),
  requestedLevel: level,
  level: level.describe('The level reached.'),
  status: z.enum(QUESTION_STATUSES),
  case: z.enum(CASES).nullable().describe('Of the last attempt; null before a decision, for no SQL, and for bypass.'),
  result: resultSchema.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  contested: contestedSchema.nullable().describe('What speaks against the answer; null where nothing does.'),
  silver: silverSchema.optional().describe('Of SILVER: why it is not GOLD; absent else.'),
  reason: reasonSchema.optional().describe('Of FAILED: why; absent else.'),
  mostLikely: mostLikelySchema.nullable().describe('Of FAILED: the SQL that votes and verdicts make the likeliest.'),
  usage,
  error: note.nullable(),
  summary: z
    .string()
    .nullable()
    .describe('What the winner returns, in one or two sentences without SQL terms; null if the model gave none.'),
  refusals: z.array(z.string()).describe('Of FAILED: why models said that it cannot be answered, each reason once.'),
  nextSteps: z.array(nextStepSchema).describe('Of FAILED and ERROR, the most promising one first; else none.'),
  readings: z
    .array(readingSchema)
    .describe(
      'How the answer could be meant otherwise: all readings that meet every requirement; none where all agree.',
    ),
  openPoints: z.array(openPointSchema).describe('What the readings differ in, as questions that may be settled.'),
  name: z.string().nullable().describe('The name that it is saved under.'),
  follows: id.nullable().describe('The question that it follows up.'),
  continues: id.nullable().describe('The question whose candidates it took over and tested.'),
  liked: z.boolean().describe('Whether its winner was made a gold SQL.'),
  corrected: z.boolean().describe('Whether the answer was marked as wrong.'),
  correctedSql: z.string().optional().describe('SQL of a person that answers in place of the winner; absent else.'),
  createdAt: time,
  finishedAt: time.nullable(),
};

export type ResultColumn = z.infer<typeof columns>[number];

export const questionSchema = z.object(questionFields);
export type QuestionView = z.infer<typeof questionSchema>;

/** The winner, or the closest candidate with its failed tests. */
export type QuestionResult = z.infer<typeof resultSchema>;

export type Contested = z.infer<typeof contestedSchema>;
export type Silver = z.infer<typeof silverSchema>;
export type FailureReason = z.infer<typeof reasonSchema>;
export type MostLikely = z.infer<typeof mostLikelySchema>;

export type NextStep = z.infer<typeof nextStepSchema>;
export type NextAction = NextStep['action'];

export type Usage = z.infer<typeof usage>;

export const correctionSchema = z.object({
  id,
  /** Null for a comment only. */
  sql: z.string().nullable(),
  comment: z.string().nullable(),
  /** Its gold SQL; null without SQL, after removal, or while set aside. */
  goldSql: id.nullable(),
  contradicts: z.array(id).optional().describe('As of its gold SQL; only in the answer of `correct`.'),
  createdAt: time,
});
export type CorrectionView = z.infer<typeof correctionSchema>;

/** A correction without SQL. */
export const openCommentSchema = z.object({
  id,
  comment: z.string(),
  question: id,
  asked: z.string().describe("The question's text."),
  createdAt: time,
});
export type OpenComment = z.infer<typeof openCommentSchema>;

export const acceptedSchema = z.object({
  id,
  status: z.enum(QUESTION_STATUSES),
  links: z.record(z.string(), z.string()).describe('Paths by name: self, record, events, …'),
});

/** A page of the current result of the winner, or of an untested candidate. */
export const rowsSchema = z.object({
  columns,
  rows,
  /** Rows of the whole result on its last page, else of this page. */
  rowCount: z.int(),
  truncated: z.boolean(),
  /** Only for a candidate's rows: they are no answer. */
  tested: z.literal(false).optional(),
  corrected: z.literal(true).optional().describe('These are rows of SQL that corrected the answer.'),
  measure: z
    .object({ column: columns.element, values: z.array(cell) })
    .optional()
    .describe('By what a superlative ranks its rows, one value a row, where its columns lack it. Only if asked for.'),
});

export type RowsPage = z.infer<typeof rowsSchema>;

/** Differences between the record and a replay with today's code. */
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
});

export type ReplayReport = z.infer<typeof replaySchema>;
export type ReplayDifference = ReplayReport['differences'][number];
