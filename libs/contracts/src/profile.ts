import type { Cell } from './database.js';

/** What is known of the data of a target database, beside its schema. */
export interface DatabaseProfile {
  tables: TableProfile[];
}

/** What one table holds, and what its rows keep to. */
export interface TableProfile {
  schema: string | null;
  name: string;
  /** Exact, or of the part that was read where `sampled`. */
  rowCount: number;
  /** The table is larger than what was read: all below is of a part of it. */
  sampled: boolean;
  columns: ColumnProfile[];
  /** Sets of one or two columns that no two rows have alike, among those that no constraint declares unique. */
  unique: string[][];
  /** Columns that decide others: whoever has the same `from` has the same `to`. */
  dependencies: { from: string; to: string }[];
  /** Columns of which the first is at most the second, wherever both have a value. */
  orders: { low: string; high: string }[];
  /** Columns all of whose values occur in a column of another table, though no foreign key says so. */
  inclusions: { column: string; schema: string | null; table: string; otherColumn: string }[];
  declared: DeclaredConstraints;
}

/** Constraints that the catalog declares beside keys and foreign keys. */
export interface DeclaredConstraints {
  /** Unique constraints and indexes, without the primary key. */
  unique: string[][];
  /** Conditions of CHECK constraints, as the catalog writes them. */
  checks: string[];
  /** Columns that the database computes, and from what; null where the catalog does not tell. */
  generated: { column: string; expression: string | null }[];
  /** Values that the type of a column allows (enums). */
  enums: { column: string; values: string[] }[];
  /** The built-in type below a column whose type is a domain; its conditions are among `checks`. */
  domains: { column: string; type: string }[];
  /** The SELECT behind a view; null for tables, and where it may not be read. */
  view: string | null;
}

/** What the catalog declares of one table or view. */
export interface DeclaredTable extends DeclaredConstraints {
  schema: string | null;
  name: string;
}

export interface ColumnProfile {
  name: string;
  /** 0–1. */
  nullShare: number;
  /** Distinct values, NULL apart. */
  distinct: number;
  /** Null where there is no value, and where rows may not be sent. */
  minimum: Cell;
  maximum: Cell;
  /** The most frequent values, most frequent first; empty where rows may not be sent. */
  frequent: { value: Cell; count: number }[];
  /** What every value looks like, where they all look alike. */
  pattern: ValuePattern | null;
}

export const VALUE_PATTERNS = ['integer', 'decimal', 'date', 'datetime', 'time', 'lower', 'upper', 'yes-no'] as const;
export type ValuePattern = (typeof VALUE_PATTERNS)[number];
