import { z } from 'zod';
import { foreignKey } from './database-schema.js';
import { cell, describedTime as time } from './fields.js';

export const VALUE_PATTERNS = ['integer', 'decimal', 'date', 'datetime', 'time', 'lower', 'upper', 'yes-no'] as const;
export type ValuePattern = (typeof VALUE_PATTERNS)[number];

const columnProfile = z.object({
  name: z.string(),
  /** 0–1. */
  nullShare: z.number(),
  /** Distinct values, NULL not counted. */
  distinct: z.int(),
  minimum: cell.describe('Null where there is no value, and where rows may not be sent.'),
  maximum: cell.describe('Null where there is no value, and where rows may not be sent.'),
  frequent: z
    .array(z.object({ value: cell, count: z.int() }))
    .describe('Most frequent first; empty where rows may not be sent.'),
  pattern: z.enum(VALUE_PATTERNS).nullable().describe('What every value looks like, where they all look alike.'),
  notNumbers: z
    .array(z.string())
    .optional()
    .describe(
      'Of a text column most of whose values are numbers: values that are not. Absent for other columns and where rows ' +
        'may not be sent.',
    ),
  sampled: z
    .array(z.enum(['distinct', 'range']))
    .optional()
    .describe('What is of `sampleRows` rows only: `distinct`, or `minimum` and `maximum`. Absent where nothing is.'),
});

const names = z.array(z.string());

const declaredConstraints = z.object({
  /** Unique constraints and indexes, without the primary key. */
  unique: z.array(names),
  /** CHECK conditions as the catalog writes them. */
  checks: names,
  /** Computed columns; null if the catalog hides the expression. */
  generated: z.array(z.object({ column: z.string(), expression: z.string().nullable() })),
  enums: z.array(z.object({ column: z.string(), values: names })),
  /** Base types of domains; their conditions are in `checks`. */
  domains: z.array(z.object({ column: z.string(), type: z.string() })),
  collations: z.array(z.object({ column: z.string(), collation: z.string() })).optional(),
  /** SELECT of a view; null for tables and unreadable views. */
  view: z.string().nullable(),
});

const tableProfile = z.object({
  schema: z.string().nullable(),
  name: z.string(),
  rowCount: z.int().describe('Exact, or what was counted at most where `sampled`.'),
  sampled: z.boolean().describe('The table is larger than what was counted: all below is of a part of it.'),
  ofFirst: z
    .int()
    .optional()
    .describe(
      'Where the rest could not be asked: of so many rows all below is, and no rule of the table follows. 0 where its ' +
        'rows were not read: the time for all tables had run out, or the database did not give them.',
    ),
  sampleRows: z
    .int()
    .optional()
    .describe('Rows that `frequent`, `pattern` and `notNumbers` are of, where these are fewer than `rowCount`.'),
  columns: z.array(columnProfile),
  /** Observed unique sets of one or two columns, without declared ones. */
  unique: z.array(names),
  /** Rows that agree in `from` agree in `to`. */
  dependencies: z.array(z.object({ from: z.string(), to: z.string() })),
  /** low ≤ high wherever both have values. */
  orders: z.array(z.object({ low: z.string(), high: z.string() })),
  /** All values occur in a column of another table, without a declared foreign key. */
  inclusions: z.array(
    z.object({ column: z.string(), schema: z.string().nullable(), table: z.string(), otherColumn: z.string() }),
  ),
  declared: declaredConstraints,
});

/** Rules that documents state; they hold for any number of rows. */
const statedRules = z.object({
  schema: z.string().nullable(),
  name: z.string(),
  unique: z.array(names),
  notNull: names,
  /** Allowed values as written: numbers and booleans may be texts. */
  values: z.array(z.object({ column: z.string(), values: z.array(z.union([z.string(), z.number(), z.boolean()])) })),
  foreignKeys: z.array(foreignKey),
});

export const databaseProfileSchema = z.object({
  tables: z.array(tableProfile).describe('What was observed, and what the catalog declares.'),
  stated: z
    .array(statedRules)
    .optional()
    .describe('What imported documents say that the data keep to, where the data do not contradict it.'),
});
export type DatabaseProfile = z.infer<typeof databaseProfileSchema>;
export type TableProfile = z.infer<typeof tableProfile>;
export type StatedRules = z.infer<typeof statedRules>;
export type ColumnProfile = z.infer<typeof columnProfile>;
export type DeclaredConstraints = z.infer<typeof declaredConstraints>;

export const profileViewSchema = z.object({
  takenAt: time.nullable().describe('When it was taken with the schema; null where there is none yet.'),
  ...databaseProfileSchema.shape,
});
export type ProfileView = z.infer<typeof profileViewSchema>;
