import type { ColumnProfile, StatedRules, TableProfile, TableSchema } from '@assay/contracts';
import type { Check } from './checks.js';
import type { ColumnKind } from './column-kind.js';
import type { InstanceValue } from './instance.js';

export interface ColumnModel {
  /** `table.column`, lower case. */
  id: string;
  name: string;
  type: string;
  kind: ColumnKind;
  nullable: boolean;
  /** Observed, or nothing was observed; false if documents exclude NULL. */
  hasNulls: boolean;
  /** Real values, else samples. */
  pool: InstanceValue[];
  /** Null if unlimited. */
  largest: number | null;
  /** `allowed`: enumeration. `seen`: observed or documented domain. Null if open. */
  allowed: InstanceValue[] | null;
  seen: InstanceValue[] | null;
  profile: ColumnProfile | null;
}

export interface ParentLink {
  columns: number[];
  parent: TableModel;
  parentColumns: number[];
  /** Parents exist only later: cycle or self-reference. */
  isDeferred: boolean;
}

export interface TableModel {
  key: string;
  table: TableSchema;
  profile: TableProfile | null;
  /** From documents; they apply without `SUPPORT`. */
  stated: StatedRules | null;
  columns: ColumnModel[];
  keys: number[][];
  observedKeys: number[][];
  parents: ParentLink[];
  checks: Check[];
  orders: { low: number; high: number }[];
  dependencies: { from: number; to: number }[];
  /** By a candidate; others are parents only. */
  isMentioned: boolean;
}

/** Rows that a table needs before its observed regularities count. */
export const SUPPORT = 20;
