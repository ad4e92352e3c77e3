/** A table, view or foreign table with its columns in order. */
export interface CatalogRelation {
  schema: string;
  name: string;
  columns: readonly string[];
  /** Id of the type of its rows. */
  rowType: number;
  /** Columns whose types are not the engine's own, with the ids of these. */
  ownTypes: readonly { column: string; id: number }[];
}

/** A function that the engine did not bring. */
export interface CatalogFunction {
  schema: string;
  name: string;
  /** Fewest and most arguments of a call; `Infinity` for variadic ones. */
  fewest: number;
  most: number;
  /** Names of the columns that it returns, where it has several or names its only one. */
  outNames: readonly string[];
  /** Id of the type that it returns. */
  returns: number;
  /** The extension that brought it. */
  extension: string | null;
}

/** An operator that the engine did not bring. */
export interface CatalogOperator {
  schema: string;
  symbol: string;
  extension: string | null;
}

/** A cast that runs a function which the engine did not bring. */
export interface CatalogCast {
  source: CatalogTypeName;
  target: CatalogTypeName;
  /** Whether the engine applies it without being asked. */
  implicit: boolean;
  extension: string | null;
}

export interface CatalogTypeName {
  id: number;
  schema: string;
  name: string;
  /** Whether the engine brought it. */
  builtIn: boolean;
}

/** A type that the engine did not bring, or one of its own whose input looks into its catalog. */
export interface CatalogType extends CatalogTypeName {
  kind: 'base' | 'array' | 'domain' | 'composite' | 'enum' | 'range' | 'pseudo';
  /** Types that a value of this one consists of: element, base, subtype, attributes. */
  parts: readonly number[];
  /** Expressions over VALUE that a domain checks. */
  checks: readonly string[];
  extension: string | null;
}

/** A type whose order or hash is not the engine's own. */
export interface CatalogOrdering {
  typeId: number;
  type: string;
  /** The extension that brought it. */
  extension: string | null;
  /** Only the frames of windows use it (`RANGE 1 PRECEDING`). */
  framesOnly: boolean;
}

/** What a statement was judged by. Where the database holds something else by the time it would run, it must not. */
export interface CatalogVersion {
  /** Version of the catalog. */
  names: string;
  /** Names of the relations and composite types whose columns the statement depends on, of whatever schema. */
  relations: readonly string[];
  /** Sum of the stamps of the columns of these. */
  columns: string;
}

/**
 * What a database holds of its own, as far as it decides what a name in a statement means there. Read from the catalog
 * before anything is parsed or planned by the server; never changed once it was handed over.
 */
export interface DatabaseCatalog {
  /**
   * Changes with whatever could give a name another meaning, columns apart; null where the engine has no such thing.
   */
  version: string | null;
  /** By name, the sum of the hashes of the columns of all relations and composite types of that name. */
  columnStamps: ReadonlyMap<string, bigint>;
  relations: readonly CatalogRelation[];
  functions: readonly CatalogFunction[];
  /** Packages, whose functions are called without parentheses; only where the engine has such (Oracle). */
  packages?: readonly string[];
  operators: readonly CatalogOperator[];
  casts: readonly CatalogCast[];
  types: readonly CatalogType[];
  orderings: readonly CatalogOrdering[];
  /** Names of the engine's own functions and types. */
  builtInNames: ReadonlySet<string>;
}
