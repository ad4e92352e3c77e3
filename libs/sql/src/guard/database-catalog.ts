export interface CatalogRelation {
  schema: string;
  name: string;
  columns: readonly string[];
  rowType: number;
  /** Columns of user-defined types, with the type ids. */
  ownTypes: readonly { column: string; id: number }[];
}

export interface CatalogFunction {
  schema: string;
  name: string;
  /** Argument count range; `Infinity` for variadic functions. */
  fewest: number;
  most: number;
  /** Output columns, if several or named. */
  outNames: readonly string[];
  returns: number;
  extension: string | null;
}

export interface CatalogOperator {
  schema: string;
  symbol: string;
  extension: string | null;
}

/** A cast through a user-defined function. */
export interface CatalogCast {
  source: CatalogTypeName;
  target: CatalogTypeName;
  implicit: boolean;
  extension: string | null;
}

export interface CatalogTypeName {
  id: number;
  schema: string;
  name: string;
  builtIn: boolean;
}

/** A user-defined type, or a built-in one whose input reads the system catalog. */
export interface CatalogType extends CatalogTypeName {
  kind: 'base' | 'array' | 'domain' | 'composite' | 'enum' | 'range' | 'pseudo';
  /** Ids of element, base, subtype or attribute types. */
  parts: readonly number[];
  /** A domain's check expressions over VALUE. */
  checks: readonly string[];
  extension: string | null;
}

/** A type with a user-defined order or hash. */
export interface CatalogOrdering {
  typeId: number;
  type: string;
  extension: string | null;
  /** Used by window frames only (`RANGE 1 PRECEDING`). */
  framesOnly: boolean;
}

/** Facts that a guard decision depended on. The statement must not run if they have changed. */
export interface CatalogVersion {
  names: string;
  /** Relations and composite types whose columns matter, in any schema. */
  relations: readonly string[];
  /** Sum of their column stamps. */
  columns: string;
}

/**
 * User-defined objects that give names in a statement their meaning. Read before the server parses anything; immutable.
 */
export interface DatabaseCatalog {
  /** Changes with any fact except columns; null if the engine has no such version. */
  version: string | null;
  /** Sum of column hashes of all relations and composite types with the name. */
  columnStamps: ReadonlyMap<string, bigint>;
  relations: readonly CatalogRelation[];
  functions: readonly CatalogFunction[];
  /** Packages, whose functions need no parentheses (Oracle). */
  packages?: readonly string[];
  operators: readonly CatalogOperator[];
  casts: readonly CatalogCast[];
  types: readonly CatalogType[];
  orderings: readonly CatalogOrdering[];
  builtInNames: ReadonlySet<string>;
}
