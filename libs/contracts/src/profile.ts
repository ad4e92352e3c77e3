import type { DatabaseProfile, DeclaredConstraints } from './answers/profile.js';
import type { Cell } from './database.js';

/** What the catalog declares of one table or view. */
export interface DeclaredTable extends DeclaredConstraints {
  schema: string | null;
  name: string;
}

/** A value that an instance holds. Dates, decimals and large integers are texts, as drivers take them. */
export type SampledValue = Exclude<Cell, Cell[] | { [key: string]: Cell }>;

/** Some real rows of tables, by schema and name in lower case (`public.orders`, `.orders` where there is no schema). */
export type SampledTables = Record<string, { columns: string[]; rows: SampledValue[][] }>;

/** A profile as it is kept: with rows that mutated instances are made of, none where rows may not be sent. */
export interface StoredProfile {
  /** ISO 8601, UTC. */
  takenAt: string;
  profile: DatabaseProfile;
  rows: SampledTables;
}
