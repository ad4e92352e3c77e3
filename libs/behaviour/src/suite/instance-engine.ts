import { AssayError } from '@assay/contracts';
import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow, ScratchSchema } from '../instances/instance.js';

/** Rows of each table, in the order of the schema's tables and columns. */
export type Tables = readonly (readonly InstanceRow[])[];

/**
 * A scratch database that holds one instance at a time. It is never connected to a target, and what a statement does
 * there harms no other one.
 */
export interface InstanceEngine {
  /** Gets ready, which takes long the first time: time limits count from afterwards. */
  open(): Promise<void>;
  /** Makes the objects of a schema, once; what was there before is gone. */
  prepare(schema: ScratchSchema): Promise<void>;
  /**
   * Fills the tables, asks the statements and empties the tables again. A statement that does not end is unobserved.
   *
   * @throws INSTANCE_REFUSED where the rows cannot be filled in
   */
  ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]>;
  /**
   * The same for several fillings at no more waiting than for one; absent where that gains nothing. Each is taken when
   * it is sent, so that the engine works while the next one is made.
   *
   * @returns of each in order (null: it was refused), up to the first one on which a statement did not end
   */
  askEach?(fillings: Iterable<Tables>, statements: readonly string[]): Promise<(AskedOutcome[] | null)[]>;
  close(): Promise<void>;
}

/** What statements return on rows as they are, and on the same in reverse: what differs depends on how rows lie. */
export type BothWays = [AskedOutcome[], AskedOutcome[]];

/**
 * Asks on one database after another, each both ways, as many at once as the engine takes.
 *
 * @param instances each is taken when it is sent
 * @returns of the first ones in order, of at least one where there is one; null for one that was refused: a constraint
 *   that is not known of forbids its rows
 */
export async function askBothWays(
  engine: InstanceEngine,
  instances: Iterable<Tables>,
  statements: readonly string[],
): Promise<(BothWays | null)[]> {
  if (engine.askEach === undefined) {
    for (const tables of instances) return [await askOne(engine, tables, statements)];
    return [];
  }
  const taken: Tables[] = [];
  const fillings = function* (): Iterable<Tables> {
    for (const tables of instances) {
      taken.push(tables);
      yield tables;
      yield reversed(tables);
    }
  };
  const outcomes = await engine.askEach(fillings(), statements);
  const answered = taken.map(async (tables, index): Promise<BothWays | null | undefined> => {
    const [first, again] = outcomes.slice(2 * index, 2 * index + 2);
    if (first === undefined || first === null || again === null) return first === undefined ? undefined : null;
    return [first, again ?? (await askObserved(engine, tables, statements, first))];
  });
  return (await Promise.all(answered)).filter((both) => both !== undefined);
}

async function askOne(engine: InstanceEngine, tables: Tables, statements: readonly string[]): Promise<BothWays | null> {
  try {
    const first = await engine.ask(tables, statements);
    return [first, await askObserved(engine, tables, statements, first)];
  } catch (error) {
    if (error instanceof AssayError && error.code === 'INSTANCE_REFUSED') return null;
    throw error;
  }
}

/** In reverse; what was not observed is not asked again: what does not end costs its time once. */
async function askObserved(
  engine: InstanceEngine,
  tables: Tables,
  statements: readonly string[],
  first: readonly AskedOutcome[],
): Promise<AskedOutcome[]> {
  const observed = statements.filter((_, index) => first[index]?.kind !== 'unobserved');
  const answers = (await engine.ask(reversed(tables), observed)).values();
  return first.map((outcome) => (outcome.kind === 'unobserved' ? outcome : (answers.next().value ?? UNOBSERVED)));
}

const UNOBSERVED: AskedOutcome = { kind: 'unobserved' };

function reversed(tables: Tables): InstanceRow[][] {
  return tables.map((rows) => rows.toReversed());
}
