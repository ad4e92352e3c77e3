import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow, ScratchSchema } from '../instances/instance.js';

/**
 * A scratch database that holds one instance at a time. It is never connected to a target, and what a statement does
 * there harms nobody else.
 */
export interface InstanceEngine {
  /** Gets ready, which takes long the first time: whoever has little time begins to count it afterwards. */
  open(): Promise<void>;
  /** Makes the objects of a schema, once; what was there before is gone. */
  prepare(schema: ScratchSchema): Promise<void>;
  /**
   * Fills the tables, asks the statements and empties the tables again. A statement that does not end is unobserved.
   *
   * @param tables rows in the order of the schema's tables and columns
   */
  ask(tables: readonly (readonly InstanceRow[])[], statements: readonly string[]): Promise<AskedOutcome[]>;
  close(): Promise<void>;
}
