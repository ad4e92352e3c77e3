import type { TableSchema } from '@assay/contracts';
import type { GuardRefusal } from '@assay/sql';

export interface Relation {
  schema: string | null;
  name: string;
  kind: TableSchema['kind'];
  /** The view's SELECT; null for tables and unreadable definitions. */
  definition: string | null;
  /** What serves a foreign table or partition: foreign-data wrapper, engine or source; null: nothing foreign. */
  wrapper: string | null;
  /** Refusal found in the engine's parse tree of the definition. */
  refusal?: GuardRefusal | null;
  /** Why it may show rows that the reader may not read themselves; null or absent: it does not. */
  ofOwner?: string | null;
  /** Readable ones; null or absent if not counted. */
  columns?: number | null;
}
