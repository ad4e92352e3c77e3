export interface CatalogRelation {
  schema: string;
  name: string;
  columns: readonly string[];
  rowType: number;
  ownTypes: readonly { column: string; id: number }[];
}

export interface CatalogFunction {
  schema: string;
  name: string;
  /** Numbers of arguments; `most` is `Infinity` if variadic, an aggregate or unknown. */
  fewest: number;
  most: number;
  /** Names of the output columns; empty for a single unnamed one. */
  outNames: readonly string[];
  returns: number;
  extension: string | null;
  /** `CREATE FUNCTION …`, in SQL. */
  definition?: string;
  /** Why it may not be called even if allowed; after its name. */
  refusal?: string;
}

export interface CatalogOperator {
  schema: string;
  symbol: string;
  extension: string | null;
  refusal?: string;
}

/** A cast that runs an own function, or the input function of an own type. */
export interface CatalogCast {
  source: CatalogTypeName;
  target: CatalogTypeName;
  implicit: boolean;
  extension: string | null;
  refusal?: string;
}

export interface CatalogTypeName {
  id: number;
  schema: string;
  name: string;
  builtIn: boolean;
}

/** An own type, or one whose input reads the catalog. */
export interface CatalogType extends CatalogTypeName {
  kind: 'base' | 'array' | 'domain' | 'composite' | 'enum' | 'range' | 'pseudo';
  /** Element, base, subtype or attribute types. */
  parts: readonly number[];
  /** Domain checks over VALUE. */
  checks: readonly string[];
  extension: string | null;
}

/** A type with own functions for order or hash. */
export interface CatalogOrdering {
  typeId: number;
  type: string;
  extension: string | null;
  /** Window frames only (`RANGE 1 PRECEDING`). */
  framesOnly: boolean;
}

/** Facts behind a decision: the statement must not run if they have changed. */
export interface CatalogVersion {
  names: string;
  /** Names; tables of any schema count. */
  relations: readonly string[];
  /** Sum of the column stamps of `relations`. */
  columns: string;
}

/** Own objects that give names meaning, read before the server parses. Immutable. */
export interface DatabaseCatalog {
  /** Changes with any fact except columns; null if the engine has no versions. */
  version: string | null;
  /** Sum of column hashes by name. */
  columnStamps: ReadonlyMap<string, bigint>;
  relations: readonly CatalogRelation[];
  functions: readonly CatalogFunction[];
  /** Packages, whose functions can be called without parentheses (Oracle). */
  packages?: readonly string[];
  /** Full-text tables, which FROM may call with the words that it seeks (SQLite). */
  searched?: readonly string[];
  operators: readonly CatalogOperator[];
  casts: readonly CatalogCast[];
  types: readonly CatalogType[];
  orderings: readonly CatalogOrdering[];
  builtInNames: ReadonlySet<string>;
}
