import { z } from 'zod';
import { DIALECTS } from '../dialect.js';

export const foreignKey = z.object({
  columns: z.array(z.string()),
  referencedSchema: z.string().nullable(),
  referencedTable: z.string(),
  referencedColumns: z.array(z.string()),
});

const tableSchema = z.object({
  /** Schema or owner (`public`, `dbo`); null if the dialect has none (SQLite, MySQL). */
  schema: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'foreign']),
  description: z.string().nullable(),
  /** The engine's estimate, if any. */
  rowEstimate: z.number().nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      description: z.string().nullable(),
      /** A few distinct values as text; empty for `sendRows: false`, long texts and bytes. */
      examples: z.array(z.string()),
    }),
  ),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(foreignKey),
});

export const databaseSchemaSchema = z.object({
  dialect: z.enum(DIALECTS),
  /** Database name for the M-Schema header. */
  name: z.string(),
  tables: z.array(tableSchema),
});
export type DatabaseSchema = z.infer<typeof databaseSchemaSchema>;
export type TableSchema = z.infer<typeof tableSchema>;
export type ColumnSchema = TableSchema['columns'][number];
export type ForeignKey = TableSchema['foreignKeys'][number];
