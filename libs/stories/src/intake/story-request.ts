import type { StoryEvaluationRequest } from '@assay/contracts';
import { z } from 'zod';
import { TEXT_BYTES } from '../stories.config.js';

/** Queues that replies may go to. */
const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;
const MOST_CANDIDATES = 10;
const MOST_EVALUATORS = 10;

const filled = (characters: number): z.ZodString => z.string().max(characters).regex(/\S/, 'must not be empty');

const candidateSchema = z.strictObject({
  label: filled(200),
  text: filled(TEXT_BYTES).refine(
    (text) => Buffer.byteLength(text) <= TEXT_BYTES,
    `must have at most ${TEXT_BYTES / 1024} kB`,
  ),
});

const evaluatorSchema = z.strictObject({
  name: filled(100),
  model: filled(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  instructions: z.string().max(20_000).optional(),
  coherence: z.boolean().optional(),
});

/** Body of `POST /v1/story-evaluations`, and of a job `evaluate`. */
export const storyEvaluationSchema = z
  .strictObject({
    storyId: filled(200),
    candidates: z.array(candidateSchema).min(1).max(MOST_CANDIDATES),
    evaluators: z.array(evaluatorSchema).min(1).max(MOST_EVALUATORS),
    minEvaluators: z.int().min(1).max(MOST_EVALUATORS).optional(),
    criteria: z
      .array(z.strictObject({ name: filled(200), description: z.string().max(2000) }))
      .max(50)
      .optional(),
    responseFormat: z.record(z.string(), z.unknown()).optional(),
    minimumScore: z.number().min(0).max(100).optional(),
    mode: z.enum(['prompt', 'parts']),
    retry: z
      .strictObject({ attempts: z.int().min(1).max(10).optional(), fallbackModel: filled(200).optional() })
      .optional(),
    responseChecker: z.strictObject({ model: filled(200).optional() }).optional(),
    tts: z.strictObject({ threshold: z.number().min(1).max(100).optional() }).optional(),
    replyTo: z.string().regex(REPLY_QUEUE, 'must match replies-[a-z0-9-]{1,64}').optional(),
  })
  .superRefine((request, context) => {
    const refuse = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    for (const index of repeated(request.candidates.map(({ label }) => label))) {
      refuse(['candidates', index, 'label'], 'is the label of another candidate');
    }
    for (const index of repeated(request.evaluators.map(({ name }) => name))) {
      refuse(['evaluators', index, 'name'], 'is the name of another evaluator');
    }
    if (request.minEvaluators !== undefined && request.minEvaluators > request.evaluators.length) {
      refuse(['minEvaluators'], `must not be more than the ${request.evaluators.length} evaluators`);
    }
  }) satisfies z.ZodType<StoryEvaluationRequest & { replyTo?: string }>;
export type StoryEvaluationBody = z.infer<typeof storyEvaluationSchema>;

/** Indexes of texts that stood before. */
function repeated(texts: readonly string[]): number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));
}
