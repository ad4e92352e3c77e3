import type { DatabaseProfile, DeclaredConstraints } from './answers/profile.js';
import type { Cell } from './cell.js';

export interface DeclaredTable extends DeclaredConstraints {
  schema: string | null;
  name: string;
}

/** A value in an instance. Dates, decimals and large integers are texts, as in drivers. */
export type SampledValue = Exclude<Cell, Cell[] | { [key: string]: Cell }>;

/** Sample rows by lower-case schema and table (`public.orders`, or `.orders` without a schema). */
export type SampledTables = Record<string, { columns: string[]; rows: SampledValue[][] }>;

/** A stored profile with sample rows for mutated instances; none if rows may not be sent. */
export interface StoredProfile {
  /** ISO 8601, UTC. */
  takenAt: string;
  profile: DatabaseProfile;
  rows: SampledTables;
}
