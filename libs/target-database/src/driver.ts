import type { Dialect, Privileges, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog, GuardRefusal } from '@assay/sql';
import type { ResolvedTarget } from './connection/connection-target.js';
import type { DeclaredFact } from './introspection/declared-facts.js';
import type { CutSession, DatabaseSession } from './session.js';

/** A table, view or foreign table, with facts that decide whether reading is safe. */
export interface Relation {
  schema: string | null;
  name: string;
  kind: TableSchema['kind'];
  /** The view's SELECT; null for tables and unreadable definitions. */
  definition: string | null;
  /** Wrapper of a foreign table. */
  wrapper: string | null;
  /** Refusal found in the engine's parse tree of the definition. */
  refusal?: GuardRefusal | null;
}

export interface SessionPlace {
  target: ResolvedTarget;
  /** Dialled IP address; empty for files. */
  address: string;
}

export interface OpenLimits {
  /** Limit of the server's response, in milliseconds. */
  connectMs: number;
  signal: AbortSignal;
}

/** Searches lower-cased values in text columns of a table. */
export interface ValueQuery {
  relation: Pick<Relation, 'schema' | 'name'>;
  columns: string[];
  /** Lower-case values, or prefixes if `prefix`. */
  values: string[];
  prefix: boolean;
  rows: number;
}

/** An internal statement. */
export interface BuiltQuery {
  sql: string;
  parameters: (string | number | null)[];
}

/** Engine-specific operations; shared behaviour builds on them. */
export interface DatabaseDriver {
  readonly dialect: Dialect;
  /** Everyone may read view definitions; otherwise views without one are refused. */
  readonly viewDefinitionsPublic: boolean;
  /** Covered by the conformance suite with a live server. */
  readonly verifiedLive: boolean;
  /** Milliseconds to wait for a busy session before opening another; depends on opening cost. */
  readonly growAfterMs: number;
  /**
   * @throws PermanentError `DATABASE_UNREACHABLE` if a retry cannot help (wrong password, no such database)
   * @throws InfrastructureError `DATABASE_UNREACHABLE` if no server responds
   */
  open(place: SessionPlace, limits: OpenLimits): Promise<DatabaseSession>;
  /**
   * Slow preparation before sessions open; optional.
   * @param fresh check whether the result is current
   * @returns a new text if open sessions are stale
   */
  prepare?(target: ResolvedTarget, fresh: boolean): Promise<string>;
  /** Whether the server still lists a cut session; absent if sessions end with their connection. */
  lists?(session: DatabaseSession, cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean>;
  version(session: DatabaseSession, signal: AbortSignal): Promise<string>;
  privileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges>;
  /** Names and definitions of readable relations, without system catalogs. */
  relations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]>;
  /** Decides what names in a statement mean; null if the built-in lists suffice. */
  catalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog | null>;
  /** Declarations other than columns, keys and foreign keys. */
  declared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]>;
  /** The schema without examples. */
  tables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]>;
  /** @param type as `tables` names it */
  showsExamples(type: string): boolean;
  /** Whether values of this type can be searched as text. */
  holdsText(type: string): boolean;
  /** SQL for a column as text, truncated one character beyond the display limit. */
  exampleText(column: string): string;
  valueQuery(query: ValueQuery): BuiltQuery;
}
