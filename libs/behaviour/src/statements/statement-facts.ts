import type { Gathered } from './gathered-columns.js';

/** A column reference; names in lower case. */
export interface ColumnReference {
  table: string | null;
  column: string;
}

export interface ColumnLiteral extends ColumnReference {
  value: string | number;
  isPattern: boolean;
}

/** Facts for instance generation, read from tokens because not every text can be parsed. */
export interface StatementFacts {
  tables: string[];
  literals: ColumnLiteral[];
  /** LIMITs and numbers compared with counts. */
  counts: number[];
  /** Columns compared or combined with each other: they need common values. */
  linked: [ColumnReference, ColumnReference][];
  ordered: boolean;
  readsClock: boolean;
  /** Uses random numbers, so its behaviour is undefined. */
  isRandom: boolean;
  /** Result columns that collect values without order, such as `group_concat`. */
  gathered: Gathered[];
  /** Structural features; differing features suggest where behaviour may differ. */
  features: ReadonlySet<string>;
}
