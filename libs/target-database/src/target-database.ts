import type {
  DatabaseSchema,
  DeclaredTable,
  Dialect,
  FoundValue,
  Privileges,
  ResultTable,
  SoughtValues,
  StatementLimits,
  TableSchema,
} from '@assay/contracts';
import type { CatalogVersion, DatabaseCatalog } from '@assay/sql';
import type { Relation } from './driver.js';
import type { CutSession } from './session.js';

/** Why a statement may not read a relation that it names. */
export interface RelationRefusal {
  relation: string;
  /** The guard's rule that the relation's own definition breaks. */
  rule: string;
  message: string;
}

/** What introspection found: the schema as agents may see it, and what the role may do. */
export interface Introspection {
  schema: DatabaseSchema;
  privileges: Privileges;
}

/** How a guarded statement is run. */
export interface RunOptions {
  /** Rows to leave out at the front. */
  offset?: number;
  /**
   * What the guard judged it by. Where the database holds something else by now, nothing runs:
   * `TARGET_CATALOG_CHANGED`.
   */
  catalogVersion?: CatalogVersion | null;
}

/**
 * A workspace's database. Texts given to `explain`, `execute` and `examine` must have passed the guard: this is the
 * layer behind it (read-only transaction, timeout, caps), not instead of it.
 *
 * Every method throws `StatementFailedError` for the statement's fault, `InfrastructureError` for the database's, and
 * the signal's reason once it was aborted.
 */
export interface TargetDatabase {
  readonly dialect: Dialect;
  /** Connects, and says to what and with which rights. */
  check(signal: AbortSignal): Promise<{ version: string; privileges: Privileges }>;
  /** The whole schema; with `examples` a few values per column. */
  introspect(options: { examples: boolean }, signal: AbortSignal): Promise<Introspection>;
  /** Has the engine plan (or bind) a guarded statement. */
  explain(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<void>;
  /** Executes a guarded statement, leaving out the rows of `offset`. */
  execute(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<ResultTable>;
  /** EXPLAIN, and if that succeeds execution. */
  examine(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<ResultTable>;
  /** The first of these tables (as the guard names them) that is a view or foreign table too unsafe to read. */
  refusedRelation(tables: string[], signal: AbortSignal): Promise<RelationRefusal | null>;
  /**
   * What decides what names mean here: the guard has to be told of it. With `fresh` it is read now, for a statement that
   * was refused by what was known.
   */
  catalog(signal: AbortSignal, options?: { fresh: boolean }): Promise<DatabaseCatalog | null>;
  /** The readable relation of this name, with or without its schema, in any case; null where there is none. */
  findRelation(name: string, signal: AbortSignal): Promise<Relation | null>;
  /** All tables that may be read, without examples; kept for some minutes. */
  tables(signal: AbortSignal): Promise<TableSchema[]>;
  /** What the catalog declares of the tables that may be read: constraints beside keys, definitions of views. */
  declared(signal: AbortSignal): Promise<DeclaredTable[]>;
  /** A table with a few values per column. */
  withExamples(table: TableSchema, signal: AbortSignal): Promise<TableSchema>;
  /** Where values occur in text columns, within the statement timeout in all. */
  findValues(sought: SoughtValues, limits: StatementLimits, signal: AbortSignal): Promise<FoundValue[]>;
  /** Whether the server still lists a session that was cut so many seconds ago. */
  lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean>;
  /** Closes every connection; running statements end with a lost connection. */
  close(): Promise<void>;
}
