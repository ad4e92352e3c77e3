import type { ColumnProfile, StatedRules, TableProfile, TableSchema } from '@assay/contracts';
import type { Check } from './checks.js';
import type { ColumnKind } from './column-kind.js';
import type { InstanceValue } from './instance.js';

/** A column as the generator sees it. */
export interface ColumnModel {
  /** `table.column` in lower case. */
  id: string;
  name: string;
  type: string;
  kind: ColumnKind;
  /** It may be NULL at all. */
  nullable: boolean;
  /** NULL was seen in it, or nothing at all was seen; never where documents state that it has none. */
  hasNulls: boolean;
  /** Values that really occur; of a type of which nothing is invented and nothing was seen, some that it takes. */
  pool: InstanceValue[];
  /** The largest integer that its type takes; null where any. */
  largest: number | null;
  /** The only values that the type allows, and that documents state or that were ever seen; null where there are others. */
  allowed: InstanceValue[] | null;
  seen: InstanceValue[] | null;
  profile: ColumnProfile | null;
}

/** A foreign key whose parent is filled too. */
export interface ParentLink {
  columns: number[];
  parent: TableModel;
  parentColumns: number[];
  /** Parent rows exist only when the whole instance does: a cycle, or the table itself. */
  isDeferred: boolean;
}

/** A table as the generator sees it. */
export interface TableModel {
  key: string;
  table: TableSchema;
  profile: TableProfile | null;
  /** What documents state of it; it needs no support. */
  stated: StatedRules | null;
  columns: ColumnModel[];
  /** Sets of columns that no two rows have alike: declared. */
  keys: number[][];
  /** The same, as observed or stated. */
  observedKeys: number[][];
  parents: ParentLink[];
  checks: Check[];
  orders: { low: number; high: number }[];
  dependencies: { from: number; to: number }[];
  /** A candidate names it; the others are there for their keys alone. */
  isMentioned: boolean;
}

/** Rows that an observation needs before it counts as a regularity: fewer show it by chance. */
export const SUPPORT = 20;
