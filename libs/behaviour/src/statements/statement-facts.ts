import type { Gathered } from './gathered-columns.js';

/** A column as a statement refers to it; names in lower case. */
export interface ColumnReference {
  /** Null where the statement names no table. */
  table: string | null;
  column: string;
}

/** A constant that a statement holds against a column. */
export interface ColumnLiteral extends ColumnReference {
  value: string | number;
  /** The text is a pattern of LIKE. */
  isPattern: boolean;
}

/** What instances have to know of a candidate; read from its tokens, because not every text can be parsed. */
export interface StatementFacts {
  /** Tables and views that it names, in lower case. */
  tables: string[];
  literals: ColumnLiteral[];
  /** Numbers that it holds against counts, and its LIMITs. */
  counts: number[];
  /** Columns that it compares or combines with one another: they should hold common values. */
  linked: [ColumnReference, ColumnReference][];
  /** It orders its rows. */
  ordered: boolean;
  /** It reads the clock. */
  readsClock: boolean;
  /** It draws random numbers: it has no behaviour. */
  isRandom: boolean;
  /** Columns of the result, from 0, that gather texts in no order (`group_concat`), and what separates the texts. */
  gathered: Gathered[];
  /** Small marks of its form; what one statement has and another has not is where the two may part. */
  features: ReadonlySet<string>;
}
