import type { StoryEvaluationRecord, StoryEvaluationView, StoryEvent } from '@assay/contracts';
import type { TtsSchema } from '@assay/stories';
import { z } from 'zod';

/** Shapes of requests and answers about stories, for the documentation; the compiler holds them to the types. */

const id = z.uuid().describe('UUIDv7');
const time = z.iso.datetime().describe('ISO 8601, UTC');
const percent = z.number().min(0).max(100);
const status = z.enum(['QUEUED', 'RUNNING', 'DONE', 'ERROR', 'CANCELLED']);
const json = z.unknown().describe('Any JSON.');

const evaluationFields = {
  id,
  storyId: z.string(),
  status,
  ranking: z
    .array(z.object({ label: z.string(), score: percent, spread: percent, approved: z.boolean(), evaluators: z.int() }))
    .describe('Best first. Scores are the mean over evaluators; the spread is the highest minus the lowest of them.'),
  choice: z.string().nullable().describe('The best candidate, where it is approved.'),
  failedEvaluators: z.array(z.object({ evaluator: z.string(), label: z.string(), reason: z.string() })),
  usage: z.object({
    modelCalls: z.int(),
    replayedCalls: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costUsd: z.number(),
  }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
};
const evaluationSchema = z.object(evaluationFields) satisfies z.ZodType<StoryEvaluationView>;

const acceptedSchema = z.object({ id, status, links: z.record(z.string(), z.string()) });

const eventSchema = z
  .looseObject({ sequence: z.int().min(1), type: z.string(), at: time })
  .describe('One event; its other fields depend on its type.') satisfies z.ZodType<StoryEvent>;

const recordSchema = z.object({
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
  events: z.array(eventSchema),
}) satisfies z.ZodType<Omit<StoryEvaluationRecord, 'calls'>>;

const ttsSchema = z.object({
  characters: z.array(
    z.object({
      name: z.string(),
      voice: z.string(),
      gender: z.enum(['male', 'female', 'unknown']),
      defaultEmotion: z.string(),
    }),
  ),
  timeline: z.array(z.object({ character: z.string(), text: z.string(), emotion: z.string() })),
}) satisfies z.ZodType<TtsSchema>;

/** Bodies of answers by their name in the documentation. */
export const STORY_ANSWER_MODELS = {
  AcceptedStoryEvaluation: acceptedSchema,
  StoryEvaluation: evaluationSchema,
  StoryEvaluationRecord: recordSchema,
  StoryEvent: eventSchema,
  TtsSchema: ttsSchema,
} as const;
