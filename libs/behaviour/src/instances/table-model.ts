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
  /** NULL was observed, or may be: empty table, or only its first rows profiled. False if documents exclude NULL. */
  hasNulls: boolean;
  /** Observed values; without any, made-up ones for types of the kind `other`. */
  pool: InstanceValue[];
  /** Largest absolute value of an integer type; null if unlimited or not an integer. */
  largest: number | null;
  /** `allowed`: values of an enumeration type. `seen`: closed list, observed or documented. Null: any value. */
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
