import type { CatalogVersion, DatabaseCatalog } from './database-catalog.js';
import type { GuardRule } from './guard-rules.js';

/** What a workspace allows beyond the guard's own lists. */
export interface GuardOptions {
  /**
   * Functions of the workspace's own schema that may be called, as written without quotes, with or without schema
   * (`net_price`, `sales.net_price`). They never lift a refusal of a built-in function with side effects. Operators and
   * casts of its own are written `operator(sales.+)` and `cast(text as sales.email)`.
   */
  allowFunctions?: readonly string[];
  /** Extensions whose members count as built in, beside those that the guard knows to compute only. */
  allowExtensions?: readonly string[];
  /** What the database holds of its own. Without it names are judged by what the engine itself brings. */
  catalog?: DatabaseCatalog | null;
  /** Whether the system catalogs (`pg_catalog`, `information_schema`, `sqlite_schema`, …) may be read. */
  allowSystemCatalogs?: boolean;
  /** Largest text in UTF-8 bytes; default one megabyte. */
  maxBytes?: number;
}

export interface GuardPass {
  allowed: true;
  /**
   * Exactly the text to run: comments blanked, final semicolons and outer white space gone, so that it can be wrapped
   * in parentheses or put behind EXPLAIN.
   */
  sql: string;
  /** Tables and views that the statement names, as `schema.table` or `table`; common table expressions left out. */
  tables: string[];
  /** What it was judged by; null where nothing of it can be compared. */
  catalogVersion: CatalogVersion | null;
}

export interface GuardRefusal {
  allowed: false;
  rule: GuardRule;
  /** For a person and for a model: what is refused and what to do instead. */
  message: string;
  /** 1-based offset in UTF-16 code units into the text as given, where known. */
  position?: number;
}

export type GuardOutcome = GuardPass | GuardRefusal;
