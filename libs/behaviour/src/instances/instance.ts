import type { Dialect, InstanceKind, Regularity, SampledValue } from '@assay/contracts';

export type InstanceValue = SampledValue;
export type InstanceRow = InstanceValue[];

export interface ScratchColumn {
  name: string;
  /** Type in the schema; the base type of a domain. */
  type: string;
  notNull: boolean;
  collation?: string;
  allowed: string[] | null;
}

export interface ScratchTable {
  schema: string | null;
  name: string;
  /** Excludes generated columns. */
  columns: ScratchColumn[];
  generated: { name: string; type: string; expression: string }[];
  primaryKey: string[];
  unique: string[][];
}

/** A view; listed after the tables and views that it reads. */
export interface ScratchView {
  schema: string | null;
  name: string;
  definition: string;
}

export interface ScratchSchema {
  dialect: Dialect;
  tables: ScratchTable[];
  views: ScratchView[];
}

/** A small database: rows per table, in the order of the scratch schema. */
export interface Instance {
  ordinal: number;
  kind: InstanceKind;
  /** Observed regularities broken on purpose; empty for a strong instance. */
  breaks: Regularity[];
  tables: InstanceRow[][];
}
