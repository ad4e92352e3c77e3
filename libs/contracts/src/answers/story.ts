import { z } from 'zod';
import type { CallRecord } from './call.js';
import { describedTime as time, id, note, usage } from './fields.js';
import { nextStepSchema } from './question.js';

const percent = z.number().min(0).max(100);
const status = z.enum(['QUEUED', 'RUNNING', 'DONE', 'ERROR', 'CANCELLED']);
const json = z.unknown().describe('Any JSON.');

const rankSchema = z.object({
  label: z.string(),
  score: percent,
  spread: percent,
  approved: z.boolean(),
  /** Evaluators with counted scores. */
  evaluators: z.int(),
});

const evaluationFields = {
  id,
  storyId: z.string(),
  status,
  ranking: z
    .array(rankSchema)
    .describe('Best first. Scores are the mean over evaluators; the spread is the highest minus the lowest of them.'),
  choice: z.string().nullable().describe('The best candidate, where it is approved.'),
  failedEvaluators: z.array(z.object({ evaluator: z.string(), label: z.string(), reason: z.string() })),
  usage,
  error: note.nullable(),
  nextSteps: z.array(nextStepSchema).describe('Of ERROR, the most promising one first; else none.'),
  createdAt: time,
  finishedAt: time.nullable(),
};
export const storyEvaluationSchema = z.object(evaluationFields);
export type StoryEvaluationView = z.infer<typeof storyEvaluationSchema>;

export const acceptedStoryEvaluationSchema = z.object({ id, status, links: z.record(z.string(), z.string()) });

export const storyEventSchema = z
  .looseObject({ sequence: z.int().min(1), type: z.string(), at: time })
  .describe('One event; its other fields depend on its type.');
export type StoryEvent = z.infer<typeof storyEventSchema>;

export const storyEvaluationRecordSchema = z.object({
  ...evaluationFields,
  evaluations: z.array(
    z.looseObject({
      task: id,
      evaluator: z.string(),
      label: z.string(),
      model: z.string(),
      total: z.number(),
      score: percent,
      answer: json.describe('The arguments of evaluate_full_story, as they were accepted.'),
      coherence: json,
      at: time,
    }),
  ),
  toolCalls: z.array(
    z.looseObject({
      task: id,
      ordinal: z.int(),
      evaluator: z.string().nullable(),
      label: z.string(),
      chunk: z.int().nullable(),
      iteration: z.int(),
      name: z.string(),
      arguments: json,
      result: json,
      succeeded: z.boolean(),
    }),
  ),
  coverage: z.array(
    z.looseObject({
      task: id,
      label: z.string(),
      chunk: z.int(),
      coveragePercent: percent,
      isValid: z.boolean(),
      errors: z.array(z.string()),
      warnings: z.array(z.string()),
      at: time,
    }),
  ),
  calls: z.array(z.looseObject({ id, agent: z.string(), task: id, model: z.string() })),
  events: z.array(storyEventSchema),
});
/** Typed view; findings are passed on as stored, and calls have more fields. */
export type StoryEvaluationRecord = StoryEvaluationView &
  Record<'evaluations' | 'toolCalls' | 'coverage', Record<string, unknown>[]> & {
    calls: CallRecord[];
    events: StoryEvent[];
  };
export type StoryEvaluationStatus = z.infer<typeof status>;
export type StoryRank = z.infer<typeof rankSchema>;
