import {
  settingsSchema,
  type ApiKeyView,
  type CreatedApiKey,
  type GoldSqlView,
  type ProblemDocument,
  type SchemaView,
  type WorkspaceView,
} from '@assay/contracts';
import { z } from 'zod';
import { dialectSchema } from './question-schemas.js';

/** Shapes of answers about workspaces and keys, for the documentation; the compiler holds them to the contract's types. */

const id = z.uuid().describe('UUIDv7');
const time = z.iso.datetime();

export const workspaceSchema = z.object({
  id,
  name: z.string(),
  dialect: dialectSchema,
  directives: z.string().nullable(),
  evidence: z.array(z.string()),
  settings: settingsSchema.required(),
  privileges: z.object({
    superuser: z.boolean(),
    canWrite: z.boolean(),
    findings: z.array(z.string()),
    reach: z.array(z.string()).optional(),
  }),
  accept: z.array(z.string()).optional(),
  createdAt: time,
  descriptions: z.record(z.string(), z.string()).optional(),
  schemaTakenAt: time.nullable().optional(),
}) satisfies z.ZodType<WorkspaceView, unknown>;

const table = z.object({
  schema: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'foreign']),
  description: z.string().nullable(),
  rowEstimate: z.number().nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      description: z.string().nullable(),
      examples: z.array(z.string()),
    }),
  ),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(
    z.object({
      columns: z.array(z.string()),
      referencedSchema: z.string().nullable(),
      referencedTable: z.string(),
      referencedColumns: z.array(z.string()),
    }),
  ),
});

export const schemaViewSchema = z.object({
  hash: z.string().describe('SHA-256 in hex.'),
  mSchema: z.string().describe('The schema as prompts show it.'),
  schema: z.object({ dialect: dialectSchema, name: z.string(), tables: z.array(table) }),
}) satisfies z.ZodType<SchemaView>;

export const goldSqlSchema = z.object({
  id,
  question: z.string(),
  sql: z.string(),
  evidence: z.string().nullable(),
  createdAt: time,
}) satisfies z.ZodType<GoldSqlView>;

const keyFields = {
  id,
  name: z.string(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
  admin: z.boolean(),
  mayCurate: z.boolean().optional(),
  createdAt: time,
};

export const apiKeySchema = z.object(keyFields) satisfies z.ZodType<ApiKeyView>;

export const createdApiKeySchema = z.object({
  ...keyFields,
  key: z.string().describe('Shown here and never again.'),
}) satisfies z.ZodType<CreatedApiKey>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
}) satisfies z.ZodType<ProblemDocument>;
