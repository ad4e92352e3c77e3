import type { Dialect, InstanceKind, Regularity, SampledValue } from '@assay/contracts';

export type InstanceValue = SampledValue;
export type InstanceRow = InstanceValue[];

export interface ScratchColumn {
  name: string;
  type: string;
  notNull: boolean;
  collation?: string;
  allowed: string[] | null;
}

export interface ScratchTable {
  schema: string | null;
  name: string;
  columns: ScratchColumn[];
  generated: { name: string; type: string; expression: string }[];
  primaryKey: string[];
  unique: string[][];
}

/** After the tables and views that it reads. */
export interface ScratchView {
  schema: string | null;
  name: string;
  definition: string;
}

export interface ScratchSchema {
  dialect: Dialect;
  /** Where unqualified names belong to one. */
  database?: string;
  tables: ScratchTable[];
  views: ScratchView[];
}

/** Rows per table in schema order. */
export interface Instance {
  ordinal: number;
  kind: InstanceKind;
  /** Broken on purpose; empty for a strong instance. */
  breaks: Regularity[];
  tables: InstanceRow[][];
}
