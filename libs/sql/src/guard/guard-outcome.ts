import type { CatalogFunction, CatalogVersion, DatabaseCatalog } from './database-catalog.js';
import type { GuardRule } from './guard-rules.js';

export interface GuardOptions {
  /**
   * Own functions, optionally qualified (`sales.net_price`); never built-in ones with side effects. Operators and
   * casts: `operator(sales.+)`, `cast(text as sales.email)`.
   */
  allowFunctions?: readonly string[];
  /** Extensions whose members count as built in, besides the known pure ones. */
  allowExtensions?: readonly string[];
  /** Own objects; absent: only built-in names. */
  catalog?: DatabaseCatalog | null;
  allowSystemCatalogs?: boolean;
  /** Own functions that only compute; bytes of a result by those of arguments. */
  proven?: ReadonlyMap<CatalogFunction, number>;
  /** UTF-8 bytes; default 1 MB. */
  maxBytes?: number;
}

export interface GuardPass {
  allowed: true;
  /** The text to run, without comments, final semicolons and outer white space. */
  sql: string;
  /** `schema.table` or `table`, without CTEs. */
  tables: string[];
  /** Facts that must still hold at the run; null without a catalog version. */
  catalogVersion: CatalogVersion | null;
}

export interface GuardRefusal {
  allowed: false;
  rule: GuardRule;
  /** For users and models, with advice. */
  message: string;
  /** 1-based UTF-16 offset into the given text. */
  position?: number;
}

export type GuardOutcome = GuardPass | GuardRefusal;
