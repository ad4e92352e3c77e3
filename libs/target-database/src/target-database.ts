import type {
  Asker,
  DatabaseAnswers,
  DatabaseSchema,
  DeclaredTable,
  Dialect,
  FoundValues,
  Identity,
  Privileges,
  ResultTable,
  RequestedValues,
  StatementLimits,
  TableSchema,
} from '@assay/contracts';
import type { CatalogVersion, DatabaseCatalog } from '@assay/sql';
import type { Relation } from './introspection/relation.js';
import type { CheckedIdentities } from './refused-identities.js';
import type { CutSession } from './session.js';

export interface RelationRefusal {
  relation: string;
  /** Guard rule that the relation's definition violates. */
  rule: string;
  message: string;
}

export interface CheckedTarget extends CheckedIdentities {
  version: string;
  privileges: Privileges;
}

export interface Introspection {
  schema: DatabaseSchema;
  privileges: Privileges;
}

export interface RunOptions {
  offset?: number;
  /** Catalog that the guard used; if it has changed, the run fails with `TARGET_CATALOG_CHANGED`. */
  catalogVersion?: CatalogVersion | null;
  jsonAsText?: boolean;
}

/**
 * A workspace's database. `explain`, `execute` and `examine` require guarded SQL; read-only transactions, timeouts and
 * limits are a second defence.
 * @throws StatementFailedError caused by the statement; InfrastructureError by the database; the signal's reason after
 * an abort
 */
export interface TargetDatabase {
  readonly dialect: Dialect;
  /** @param asker its identities are tried */
  check(signal: AbortSignal, asker?: Asker | null): Promise<CheckedTarget>;
  /** The same database, whose rows are read as a person. */
  as(identity: Identity): TargetDatabase;
  /** Why nothing may run as the person, in words; empty if it may. */
  refused(signal: AbortSignal): Promise<string[]>;
  /** @param options `asker`: findings include those about its identities */
  introspect(options: { examples: boolean; asker?: Asker | null }, signal: AbortSignal): Promise<Introspection>;
  explain(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<void>;
  execute(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<ResultTable>;
  examine(sql: string, limits: StatementLimits, signal: AbortSignal, options?: RunOptions): Promise<ResultTable>;
  /** First table, as the guard names them, that is an unsafe view or foreign table. */
  refusedRelation(tables: string[], signal: AbortSignal): Promise<RelationRefusal | null>;
  /** `fresh` reloads it, for statements rejected by cached facts. */
  catalog(signal: AbortSignal, options?: { fresh: boolean }): Promise<DatabaseCatalog | null>;
  /** By name, optionally qualified, ignoring case. */
  findRelation(name: string, signal: AbortSignal): Promise<Relation | null>;
  /** Without unsafe ones, as they are now. */
  relationNames(signal: AbortSignal): Promise<DatabaseAnswers['tables']['tables']>;
  /** Readable tables without examples; cached for minutes. */
  tables(signal: AbortSignal): Promise<TableSchema[]>;
  declared(signal: AbortSignal): Promise<DeclaredTable[]>;
  withExamples(table: TableSchema, signal: AbortSignal): Promise<TableSchema>;
  /** Searches text columns within the statement timeout. */
  findValues(requested: RequestedValues, limits: StatementLimits, signal: AbortSignal): Promise<FoundValues>;
  /** Whether the server still lists a session cut `cutSeconds` ago. */
  lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean>;
  /** Running statements fail with a lost connection. */
  close(): Promise<void>;
}
