import { z } from 'zod';
import { settingsPatchSchema } from '../settings.js';
import { id, privileges } from './fields.js';

/** Answer of `GET /v1/caller`: what the key in hand opens. */
export const callerSchema = z.object({
  /** False where no key is configured: then everybody on this machine may do everything. */
  keyNeeded: z.boolean(),
  admin: z.boolean(),
  mayCurate: z.boolean(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
});
export type CallerView = z.infer<typeof callerSchema>;

/** A question worth asking of a workspace, with what belongs to it. */
export const exampleQuestionSchema = z.object({
  question: z.string(),
  evidence: z.array(z.string()),
  settings: settingsPatchSchema,
  description: z.string(),
  /** The way it takes through the pipeline (`C→A`), where that is known in advance. */
  walk: z.string().nullable(),
});
export type ExampleQuestion = z.infer<typeof exampleQuestionSchema>;

/** Answer of `POST /v1/connection-checks`: what was found where a workspace would lead. */
export const connectionFindingsSchema = z.object({
  privileges,
  /** Tables and views that agents would see. */
  tables: z.int(),
});
export type ConnectionFindings = z.infer<typeof connectionFindingsSchema>;
