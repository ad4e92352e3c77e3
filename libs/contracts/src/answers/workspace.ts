import { z } from 'zod';
import { DIALECTS } from '../dialect.js';
import { settingsSchema } from '../settings.js';
import { databaseSchemaSchema } from './database-schema.js';
import { id, privileges, time } from './fields.js';

/** A workspace as served, without its url. */
export const workspaceSchema = z.object({
  id,
  name: z.string(),
  dialect: z.enum(DIALECTS),
  directives: z.string().nullable(),
  evidence: z.array(z.string()),
  settings: settingsSchema.required(),
  privileges,
  /** Accepted rights beyond its tables. */
  accept: z.array(z.string()).optional(),
  createdAt: time,
  /** Override the database's comments: `table` or `table.column` → text. */
  descriptions: z.record(z.string(), z.string()).optional(),
  schemaTakenAt: time.nullable().optional(),
  tableCount: z.number().nullable().optional(),
});
export type Privileges = z.infer<typeof privileges>;
export type WorkspaceView = z.infer<typeof workspaceSchema>;

const used = (what: string): z.ZodObject<{ used: z.ZodNumber; limit: z.ZodNullable<z.ZodNumber> }> =>
  z.object({ used: z.number().describe(what), limit: z.number().nullable().describe('The quota; null: none.') });

export const workspaceUsageSchema = z.object({
  day: z.string().describe('Of UTC, as YYYY-MM-DD.'),
  resetsAt: time.describe('When the next day begins.'),
  questions: used('Questions that were taken.'),
  tokens: used('Of model calls, in and out together.'),
  costUsd: used('US dollars; calls of models without a price are in no sum.'),
});
export type WorkspaceUsage = z.infer<typeof workspaceUsageSchema>;

export const schemaViewSchema = z.object({
  hash: z.string().describe('SHA-256 in hex.'),
  mSchema: z.string().describe('The schema as prompts show it.'),
  schema: databaseSchemaSchema,
});
export type SchemaView = z.infer<typeof schemaViewSchema>;

export const goldSqlSchema = z.object({
  id,
  question: z.string(),
  sql: z.string(),
  evidence: z.string().nullable(),
  createdAt: time,
  setAside: z.string().nullable().optional().describe('Why prompts exclude it.'),
  contradicts: z
    .array(id)
    .optional()
    .describe('Other gold SQLs of the same question and evidence whose SQL differs; absent if there are none.'),
});
export type GoldSqlView = z.infer<typeof goldSqlSchema>;

const keyFields = {
  id,
  name: z.string(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
  admin: z.boolean(),
  mayCurate: z.boolean().optional(),
  mayActFor: z.literal(true).optional().describe('Present where the key may act for people.'),
  createdAt: time,
};

export const apiKeySchema = z.object(keyFields);
export type ApiKeyView = z.infer<typeof apiKeySchema>;

export const createdApiKeySchema = z.object({
  ...keyFields,
  key: z.string().describe('Shown here and never again.'),
});
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
