import type { Asker, Dialect, Identity, Privileges, Reach, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { ResolvedTarget } from './connection/connection-target.js';
import type { DeclaredFact } from './introspection/declared-facts.js';
import type { Relation } from './introspection/relation.js';
import type { CutSession, DatabaseSession } from './session.js';

export interface SessionPlace {
  target: ResolvedTarget;
  address: string;
}

export interface OpenLimits {
  /** Limit of the server's response, milliseconds. */
  connectMs: number;
  signal: AbortSignal;
}

export interface ValueQuery {
  relation: Pick<Relation, 'schema' | 'name'>;
  columns: string[];
  /** Lower-case values, or prefixes if `prefix`. */
  values: string[];
  prefix: boolean;
  rows: number;
}

export interface BuiltQuery {
  sql: string;
  parameters: (string | number | null)[];
}

/** What no person may run or read, even if it is allowed. */
export interface UnfitCode {
  kind: 'function' | 'operator' | 'cast' | 'relation';
  /** Of a cast: its source, qualified. */
  schema: string;
  /** Of a cast: its target, qualified. */
  name: string;
  /** After the name. */
  reason: string;
}

export interface AskerChecks {
  /** Identities with which a setting can be tried. */
  tried(asker: Asker): Identity[];
  /** Own code that may change the identity or read as another. */
  unfit(session: DatabaseSession, relations: readonly Relation[], signal: AbortSignal): Promise<UnfitCode[]>;
  /** What lets the session's identity read past the policies, in words. */
  problems(session: DatabaseSession, signal: AbortSignal): Promise<string[]>;
}

export type RoleRights = Privileges & { reaches?: Reach[] };

export interface DatabaseDriver {
  readonly dialect: Dialect;
  /** Everyone may read view definitions; otherwise views without one are refused. */
  readonly viewDefinitionsPublic: boolean;
  /** Ms to wait for a busy session before opening another. */
  readonly growAfterMs: number;
  /**
   * @throws PermanentError `DATABASE_UNREACHABLE` if a retry cannot help
   * @throws InfrastructureError `DATABASE_UNREACHABLE` without a response
   */
  open(place: SessionPlace, limits: OpenLimits): Promise<DatabaseSession>;
  /**
   * Slow preparation before sessions.
   * @param fresh checks whether the result is current
   * @returns a new text if sessions are stale
   */
  prepare?(target: ResolvedTarget, fresh: boolean): Promise<string>;
  /** Absent if sessions end with their connection. */
  lists?(session: DatabaseSession, cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean>;
  version(session: DatabaseSession, signal: AbortSignal): Promise<string>;
  privileges(session: DatabaseSession, signal: AbortSignal): Promise<RoleRights>;
  /** Absent: statements cannot run as a person. */
  asker?: AskerChecks;
  /** Names and definitions of readable relations, without system catalogs. */
  relations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]>;
  /** Null if the built-in lists suffice. */
  catalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog | null>;
  declared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]>;
  tables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]>;
  /** @param type as `tables` names it */
  showsExamples(type: string): boolean;
  holdsText(type: string): boolean;
  /** SQL for the column as text, cut one character beyond `EXAMPLE_LENGTH`, to recognize longer values. */
  exampleText(column: string): string;
  valueQuery(query: ValueQuery): BuiltQuery;
}
