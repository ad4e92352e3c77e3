import { z } from 'zod';
import { settingsPatchSchema } from '../settings.js';
import { id, privileges } from './fields.js';

export const callerSchema = z.object({
  /** False: no key is configured, so local callers may do everything. */
  keyNeeded: z.boolean(),
  admin: z.boolean(),
  mayCurate: z.boolean(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
  answeredBy: z
    .enum(['model', 'script', 'none'])
    .describe('Who answers questions; `script`: example questions only; `none`: no model is configured.'),
  modelProblem: z.string().optional().describe('Why the configured model cannot be used.'),
});
export type CallerView = z.infer<typeof callerSchema>;

export const exampleQuestionSchema = z.object({
  question: z.string(),
  evidence: z.array(z.string()),
  settings: settingsPatchSchema,
  description: z.string(),
  /** Path through the pipeline (`C→A`), if known. */
  walk: z.string().nullable(),
});
export type ExampleQuestion = z.infer<typeof exampleQuestionSchema>;

export const connectionFindingsSchema = z.object({
  privileges,
  /** Visible tables and views. */
  tables: z.int(),
});
export type ConnectionFindings = z.infer<typeof connectionFindingsSchema>;
