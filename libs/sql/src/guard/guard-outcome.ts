import type { CatalogVersion, DatabaseCatalog } from './database-catalog.js';
import type { GuardRule } from './guard-rules.js';

export interface GuardOptions {
  /**
   * Allowed user-defined functions, unquoted, optionally qualified (`sales.net_price`). Never permits built-in
   * functions with side effects. Operators and casts: `operator(sales.+)`, `cast(text as sales.email)`.
   */
  allowFunctions?: readonly string[];
  /** Extensions treated as built in, in addition to known pure ones. */
  allowExtensions?: readonly string[];
  /** User-defined objects; without it only built-in names are known. */
  catalog?: DatabaseCatalog | null;
  allowSystemCatalogs?: boolean;
  /** Limit in UTF-8 bytes; default 1 MB. */
  maxBytes?: number;
}

export interface GuardPass {
  allowed: true;
  /**
   * Exactly the text to run: comments blanked, final semicolons and outer white space removed. It may be wrapped in
   * parentheses or follow EXPLAIN.
   */
  sql: string;
  /** Named tables and views as `schema.table` or `table`, without CTEs. */
  tables: string[];
  /** Facts used by the guard; null if not comparable. */
  catalogVersion: CatalogVersion | null;
}

export interface GuardRefusal {
  allowed: false;
  rule: GuardRule;
  /** For users and models: what is refused, and what to do. */
  message: string;
  /** 1-based UTF-16 offset into the given text. */
  position?: number;
}

export type GuardOutcome = GuardPass | GuardRefusal;
