import type { ColumnProfile, StatedRules, TableProfile, TableSchema } from '@assay/contracts';
import type { Check } from './checks.js';
import type { ColumnKind } from './column-kind.js';
import type { InstanceValue } from './instance.js';

export interface ColumnModel {
  /** `table.column` in lower case. */
  id: string;
  name: string;
  type: string;
  kind: ColumnKind;
  nullable: boolean;
  /** NULL was observed, or nothing was observed; false if documents exclude NULL. */
  hasNulls: boolean;
  /** Real values; sample values for an unusual type without observations. */
  pool: InstanceValue[];
  /** Largest integer of the type; null if unlimited. */
  largest: number | null;
  /** `allowed`: values of an enumeration type. `seen`: complete observed or documented domain. Null if open. */
  allowed: InstanceValue[] | null;
  seen: InstanceValue[] | null;
  profile: ColumnProfile | null;
}

export interface ParentLink {
  columns: number[];
  parent: TableModel;
  parentColumns: number[];
  /** Parents exist only after all tables are filled: a cycle or self-reference. */
  isDeferred: boolean;
}

export interface TableModel {
  key: string;
  table: TableSchema;
  profile: TableProfile | null;
  /** Documented rules; they apply without `SUPPORT`. */
  stated: StatedRules | null;
  columns: ColumnModel[];
  keys: number[][];
  observedKeys: number[][];
  parents: ParentLink[];
  checks: Check[];
  orders: { low: number; high: number }[];
  dependencies: { from: number; to: number }[];
  /** Named by a candidate; other tables serve as parents only. */
  isMentioned: boolean;
}

/** Rows needed before an observation counts as a regularity. */
export const SUPPORT = 20;
