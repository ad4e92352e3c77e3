import { z } from 'zod';
import type { RecordedEvent } from '../events.js';
import { settingsSchema } from '../settings.js';
import { attemptSchema } from './attempt.js';
import { callSchema } from './call.js';
import { describedTime as time } from './fields.js';
import { judgeBeliefSchema } from './judges.js';
import { usedDefinitionSchema } from './knowledge.js';
import { correctionSchema, questionFields } from './question.js';
import { settlementSchema } from './reading.js';

export const eventSchema = z
  .looseObject({ sequence: z.int().min(1), type: z.string(), at: time })
  .describe('One event; its other fields depend on its type.');

const recordFields = z.object({
  ...questionFields,
  settings: settingsSchema.required(),
  seed: z.int(),
  schemaHash: z.string().nullable(),
  models: z
    .record(z.string(), z.string())
    .describe('Model by agent and level (`generator BASIC`) when it was asked; empty in records of earlier releases.'),
  judges: z
    .array(judgeBeliefSchema)
    .describe('How reliable each judge was believed to be; empty in records of earlier releases.'),
  stopReason: z.string().nullable(),
  definitions: z
    .array(usedDefinitionSchema)
    .describe('Definitions of imported documents in the prompts of its agents.'),
  corrections: z.array(correctionSchema).describe('Comments on a wrong answer, in order.'),
  settlements: z.array(settlementSchema).describe('Choices of meaning, in order; the last one of a point counts.'),
  attempts: z.array(attemptSchema),
  calls: z.array(callSchema),
});

export const recordSchema = recordFields.extend({ events: z.array(eventSchema) });
export type EscalationRecord = z.infer<typeof recordFields> & { events: RecordedEvent[] };
