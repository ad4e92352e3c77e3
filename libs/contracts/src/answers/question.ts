import { z } from 'zod';
import { CASES } from '../record.js';
import { describedTime as time, columns, failedTest, id, level, note, rows, statuses, usage } from './fields.js';

const outcome = z.enum(['GOLD', 'SILVER', 'FAILED']);
const resultSchema = z.object({
  result: outcome,
  sqlList: z.array(z.object({ sql: z.string(), failedTests: z.array(failedTest) })),
});

export const questionFields = {
  id,
  workspace: id,
  question: z.string(),
  requestedLevel: level,
  level: level.describe('The level reached.'),
  status: z.enum(statuses),
  case: z.enum(CASES).nullable().describe('Of the last attempt; null before a decision, for no SQL, and for bypass.'),
  result: resultSchema.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  usage,
  error: note.nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
};

/** A column of a result. */
export type ResultColumn = z.infer<typeof columns>[number];

/** A question as it is served. */
export const questionSchema = z.object(questionFields);
export type QuestionView = z.infer<typeof questionSchema>;

/** The decided outcome: the winner, or what comes nearest with the tests that it failed. */
export type QuestionResult = z.infer<typeof resultSchema>;

/** What model calls used. */
export type Usage = z.infer<typeof usage>;

/** Answer of a request that was taken and goes on in the background (202). */
export const acceptedSchema = z.object({
  id,
  status: z.enum(statuses),
  links: z.record(z.string(), z.string()).describe('Paths by name: self, record, events, …'),
});

/** One page of what the winner returns now. */
export const rowsSchema = z.object({
  columns,
  rows,
  /** Of the whole result where the page is its last; of the page where there are more. */
  rowCount: z.int(),
  /** There are more rows behind this page. */
  truncated: z.boolean(),
});

export type RowsPage = z.infer<typeof rowsSchema>;

/** What the pipeline, run again from the journal without a model, does otherwise today. */
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
