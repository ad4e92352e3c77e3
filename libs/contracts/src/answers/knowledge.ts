import { z } from 'zod';
import { id, time } from './fields.js';

export const KNOWLEDGE_FORMATS = ['dbt-manifest', 'dbt-schema', 'ossie', 'snowflake', 'wren', 'glossary'] as const;
export type KnowledgeFormat = (typeof KNOWLEDGE_FORMATS)[number];

export const KNOWLEDGE_KINDS = [
  'description',
  'unique',
  'not-null',
  'accepted-values',
  'relationship',
  'metric',
  'term',
] as const;

const leftOut = z.object({
  what: z.string().describe('What it is about: `description of orders.status`.'),
  reason: z.string(),
});

const imported = {
  id,
  name: z.string().describe('Unique in its workspace, whatever its case.'),
  format: z.enum(KNOWLEDGE_FORMATS),
  hash: z.string().describe('SHA-256 of what was read, in hex: the same document written otherwise has the same.'),
  importedAt: time,
};

export const knowledgeSummarySchema = z.object({
  ...imported,
  taken: z.int().describe('Used items.'),
  leftOut: z.int().describe('Unused items: unreadable, or naming what the database lacks.'),
});
export type KnowledgeSummary = z.infer<typeof knowledgeSummarySchema>;

export const knowledgeSchema = z.object({
  ...imported,
  items: z
    .array(z.object({ kind: z.enum(KNOWLEDGE_KINDS), about: z.string(), text: z.string() }))
    .describe('What is in use.'),
  leftOut: z.array(leftOut).describe('What is not in use, and why.'),
});
export type KnowledgeView = z.infer<typeof knowledgeSchema>;

export const knowledgeImportSchema = z.object({
  ...knowledgeSchema.shape,
  id: id.nullable().describe('Null for a dry run of a document that was not imported before.'),
  unchanged: z.boolean().describe('The workspace already had this document under this name.'),
  difference: z
    .object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) })
    .nullable()
    .describe('Changes to the previous document of this name; null if there was none.'),
});
export type KnowledgeImport = z.infer<typeof knowledgeImportSchema>;

const term = z.object({
  name: z.string(),
  synonyms: z.array(z.string()),
  source: z.string().describe('The name of the document.'),
  text: z.string().describe('What prompts say of it.'),
});

export type GlossaryTerm = z.infer<typeof term>;

export const glossarySchema = z.object({
  terms: z.array(term),
  contradictions: z
    .array(z.object({ term: z.string(), meanings: z.array(z.object({ source: z.string(), text: z.string() })) }))
    .describe('Terms with contradicting definitions.'),
});
export type GlossaryView = z.infer<typeof glossarySchema>;

export const usedDefinitionSchema = z.object({
  name: z.string(),
  source: z.string(),
  text: z.string(),
  test: z
    .string()
    .optional()
    .describe(
      'Of a metric that candidates are held to on generated data: the test in words. Absent where they are not.',
    ),
});
export type UsedDefinition = z.infer<typeof usedDefinitionSchema>;

/** Names missing from the database, and what is excluded because of them. */
export const driftSchema = z.object({
  schemaTakenAt: time.nullable().describe('When the schema was read last.'),
  goldSqls: z
    .array(z.object({ id, question: z.string(), missing: z.array(z.string()), reason: z.string().optional() }))
    .describe(
      'Gold SQLs that no prompt shows, with the tables and columns that they name and the database lost, or the ' +
        '`reason` why the database does not run them.',
    ),
  evidence: z
    .array(z.object({ text: z.string(), missing: z.array(z.string()) }))
    .describe('Notes of the workspace that no prompt shows.'),
  imports: z
    .array(z.object({ id, name: z.string(), leftOut: z.array(leftOut) }))
    .describe('Imported documents with what of them does not match the database.'),
});
export type DriftView = z.infer<typeof driftSchema>;
