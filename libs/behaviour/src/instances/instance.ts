import type { Dialect, InstanceKind, Regularity, SampledValue } from '@assay/contracts';

export type InstanceValue = SampledValue;
export type InstanceRow = InstanceValue[];

/** A column of the scratch database that rows are filled into. */
export interface ScratchColumn {
  name: string;
  /** As the schema names it; the built-in type where that is a domain. */
  type: string;
  notNull: boolean;
  /** By which its texts are compared, as the target names it; absent where character by character. */
  collation?: string;
  /** The values of an enum, in its order; null for any other type. */
  allowed: string[] | null;
}

/** A table of the scratch database. */
export interface ScratchTable {
  schema: string | null;
  name: string;
  /** Without those that the database computes. */
  columns: ScratchColumn[];
  /** Columns that the database computes from the others. */
  generated: { name: string; type: string; expression: string }[];
  primaryKey: string[];
  unique: string[][];
}

/** A view of the scratch database, behind the tables and views that it reads. */
export interface ScratchView {
  schema: string | null;
  name: string;
  definition: string;
}

/** The objects that the candidates of a question need, made once per engine. */
export interface ScratchSchema {
  dialect: Dialect;
  tables: ScratchTable[];
  views: ScratchView[];
}

/** A small database: the rows of each table of the scratch schema, in the order of its tables and columns. */
export interface Instance {
  /** Its number in the suite, from 0. */
  ordinal: number;
  kind: InstanceKind;
  /** Observed regularities that it breaks on purpose; empty for one that counts. */
  breaks: Regularity[];
  tables: InstanceRow[][];
}
