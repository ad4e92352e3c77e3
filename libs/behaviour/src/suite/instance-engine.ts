import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow, ScratchSchema } from '../instances/instance.js';

/**
 * A scratch database that holds one instance at a time. It is never connected to a target, and what a statement does
 * there harms no other one.
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
  /** The same for several fillings at no more waiting than for one; absent where that gains nothing. */
  askEach?(
    fillings: readonly (readonly (readonly InstanceRow[])[])[],
    statements: readonly string[],
  ): Promise<AskedOutcome[][]>;
  close(): Promise<void>;
}

type Tables = readonly (readonly InstanceRow[])[];

/** Asks on the rows as they are, and on the same in reverse: what differs depends on how rows lie. */
export async function askBothWays(
  engine: InstanceEngine,
  tables: Tables,
  statements: readonly string[],
): Promise<[AskedOutcome[], AskedOutcome[]]> {
  const fillings = [tables, tables.map((rows) => rows.toReversed())];
  if (engine.askEach === undefined) {
    const first = await engine.ask(tables, statements);
    return [first, await engine.ask(fillings[1] ?? [], statements)];
  }
  const [first = [], again = []] = await engine.askEach(fillings, statements);
  return [first, again];
}
