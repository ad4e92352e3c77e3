import type { Gathered } from './gathered-columns.js';

/** Lower case. */
export interface ColumnReference {
  table: string | null;
  column: string;
}

export interface ColumnLiteral extends ColumnReference {
  value: string | number;
  isPattern: boolean;
}

/** Facts for generation, from tokens because not all texts parse. */
export interface StatementFacts {
  tables: string[];
  literals: ColumnLiteral[];
  /** LIMITs and compared counts. */
  counts: number[];
  /** They need common values. */
  linked: [ColumnReference, ColumnReference][];
  ordered: boolean;
  readsClock: boolean;
  /** Undefined behaviour. */
  isRandom: boolean;
  /** Unordered, such as `group_concat`. */
  gathered: Gathered[];
  /** Differences suggest different behaviour. */
  features: ReadonlySet<string>;
}
