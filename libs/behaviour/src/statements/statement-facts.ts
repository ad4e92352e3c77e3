import type { Gathered } from './gathered-columns.js';

/** In lower case; `table` is null if unqualified. */
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
  /** Compared columns: they must draw from common values, or joins find nothing. */
  linked: [ColumnReference, ColumnReference][];
  ordered: boolean;
  readsClock: boolean;
  /** Results differ between runs, so the text is not run on instances. */
  isRandom: boolean;
  /** Unordered, such as `group_concat`. */
  gathered: Gathered[];
  /** Differences suggest different behaviour. */
  features: ReadonlySet<string>;
}
