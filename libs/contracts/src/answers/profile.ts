import { z } from 'zod';
import { foreignKey } from './database-schema.js';
import { cell, describedTime as time } from './fields.js';

export const VALUE_PATTERNS = ['integer', 'decimal', 'date', 'datetime', 'time', 'lower', 'upper', 'yes-no'] as const;
export type ValuePattern = (typeof VALUE_PATTERNS)[number];

const columnProfile = z.object({
  name: z.string(),
  /** 0–1. */
  nullShare: z.number(),
  /** Distinct values, NULL apart. */
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
});

const names = z.array(z.string());

/** Constraints that the catalog declares beside keys and foreign keys. */
const declaredConstraints = z.object({
  /** Unique constraints and indexes, without the primary key. */
  unique: z.array(names),
  /** Conditions of CHECK constraints, as the catalog writes them. */
  checks: names,
  /** Columns that the database computes, and from what; null where the catalog does not tell. */
  generated: z.array(z.object({ column: z.string(), expression: z.string().nullable() })),
  /** Values that the type of a column allows (enums). */
  enums: z.array(z.object({ column: z.string(), values: names })),
  /** The built-in type below a column whose type is a domain; its conditions are among `checks`. */
  domains: z.array(z.object({ column: z.string(), type: z.string() })),
  /** Columns whose texts are compared otherwise than character by character, by the collation's name. */
  collations: z.array(z.object({ column: z.string(), collation: z.string() })).optional(),
  /** The SELECT behind a view; null for tables, and where it may not be read. */
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
  columns: z.array(columnProfile),
  /** Sets of one or two columns that no two rows have alike, among those that no constraint declares unique. */
  unique: z.array(names),
  /** Columns that decide others: whoever has the same `from` has the same `to`. */
  dependencies: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Columns of which the first is at most the second, wherever both have a value. */
  orders: z.array(z.object({ low: z.string(), high: z.string() })),
  /** Columns all of whose values occur in a column of another table, though no foreign key says so. */
  inclusions: z.array(
    z.object({ column: z.string(), schema: z.string().nullable(), table: z.string(), otherColumn: z.string() }),
  ),
  declared: declaredConstraints,
});

/** What imported documents say that every row of a table keeps to. It holds with however few rows, and without any. */
const statedRules = z.object({
  schema: z.string().nullable(),
  name: z.string(),
  /** Sets of columns that no two rows have alike. */
  unique: z.array(names),
  /** Columns that always have a value. */
  notNull: names,
  /** The only values that a column takes, as the document writes them: numbers and booleans may be texts. */
  values: z.array(z.object({ column: z.string(), values: z.array(z.union([z.string(), z.number(), z.boolean()])) })),
  /** Columns whose values occur together in another table. */
  foreignKeys: z.array(foreignKey),
});

/** What is known of the data of a target database, beside its schema. */
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

/** The profile of a workspace's database as it is served. */
export const profileViewSchema = z.object({
  takenAt: time.nullable().describe('When it was taken with the schema; null where there is none yet.'),
  ...databaseProfileSchema.shape,
});
export type ProfileView = z.infer<typeof profileViewSchema>;
