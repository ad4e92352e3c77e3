import type { Dialect, Privileges, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog, GuardRefusal } from '@assay/sql';
import type { ResolvedTarget } from './connection/connection-target.js';
import type { DeclaredFact } from './introspection/declared-facts.js';
import type { CutSession, DatabaseSession } from './session.js';

/** A table, view or foreign table by name, with what decides whether reading it is safe. */
export interface Relation {
  schema: string | null;
  name: string;
  kind: TableSchema['kind'];
  /** The SELECT behind a view; null for tables, and for views whose definition may not be read. */
  definition: string | null;
  /** The foreign-data wrapper behind a foreign table. */
  wrapper: string | null;
  /** What the engine's own parse tree of the definition is refused for, where it tells one. */
  refusal?: GuardRefusal | null;
}

/** Where a session connects to: one checked address of the target, or the target's file. */
export interface SessionPlace {
  target: ResolvedTarget;
  /** IP address that is dialled; empty for files. */
  address: string;
}

/** What ends an attempt to open a session. */
export interface OpenLimits {
  /** Milliseconds until the server has to have answered. */
  connectMs: number;
  signal: AbortSignal;
}

/** A statement that looks for values, written in lower case, in text columns of one table. */
export interface ValueQuery {
  relation: Pick<Relation, 'schema' | 'name'>;
  columns: string[];
  /** Lower-case values, or their beginnings where `prefix`. */
  values: string[];
  prefix: boolean;
  rows: number;
}

/** A statement of our own with its parameters. */
export interface BuiltQuery {
  sql: string;
  parameters: (string | number | null)[];
}

/** What one engine knows how to do; everything that engines share is built on top of it. */
export interface DatabaseDriver {
  readonly dialect: Dialect;
  /** Everyone may read the definitions of views; without it, a view that shows none is refused. */
  readonly viewDefinitionsPublic: boolean;
  /** Run by the conformance suite against a live server. */
  readonly verifiedLive: boolean;
  /** How long a caller waits for a busy session before another one is opened (what a session costs to open). */
  readonly growAfterMs: number;
  /**
   * Opens a session.
   *
   * @throws PermanentError `DATABASE_UNREACHABLE` where trying again is no use (wrong password, no such database)
   * @throws InfrastructureError `DATABASE_UNREACHABLE` where no server answers
   */
  open(place: SessionPlace, limits: OpenLimits): Promise<DatabaseSession>;
  /**
   * Does what may take minutes before a session can be opened, unless it is done; left out: there is nothing to do.
   *
   * @param fresh look whether what was done still stands for what is there now
   * @returns another text where sessions that are open read something older
   */
  prepare?(target: ResolvedTarget, fresh: boolean): Promise<string>;
  /**
   * Whether the server still lists a session that was cut so many seconds ago; left out: a session ends with its
   * connection.
   */
  lists?(session: DatabaseSession, cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean>;
  version(session: DatabaseSession, signal: AbortSignal): Promise<string>;
  privileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges>;
  /** Names and definitions of everything that may be read; the engine's own catalogs left out. */
  relations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]>;
  /** What decides what a name of a statement means in this database; null where the engine's own lists tell. */
  catalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog | null>;
  /** What tables declare beside columns, keys and foreign keys. */
  declared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]>;
  /** The whole schema without examples. */
  tables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]>;
  /** Whether a column of this type (as `tables` names it) has values worth showing. */
  showsExamples(type: string): boolean;
  /** Whether a column of this type holds text that values can be looked up in. */
  holdsText(type: string): boolean;
  /** A quoted column as text, cut one character after what is worth showing. */
  exampleText(column: string): string;
  valueQuery(query: ValueQuery): BuiltQuery;
}
