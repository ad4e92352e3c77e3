import { AssayError } from '@assay/contracts';
import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow, ScratchSchema } from '../instances/instance.js';

export type Tables = readonly (readonly InstanceRow[])[];

/** A scratch database with one instance at a time, never a target. */
export interface InstanceEngine {
  /** Before time limits start: slow the first time. */
  open(): Promise<void>;
  prepare(schema: ScratchSchema): Promise<void>;
  /**
   * Fills, runs, empties. Timeouts are unobserved.
   * @throws INSTANCE_REFUSED
   */
  ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]>;
  /**
   * Pipelines fillings, consumed lazily.
   * @returns results in order (null if refused), up to and including the first timeout
   */
  askEach?(fillings: Iterable<Tables>, statements: readonly string[]): Promise<(AskedOutcome[] | null)[]>;
  close(): Promise<void>;
}

export type BothRowOrders = [AskedOutcome[], AskedOutcome[]];

/**
 * Pipelined if possible.
 * @param instances consumed lazily
 * @returns results of the first instances, at least one if any; null for refused rows
 */
export async function runInBothRowOrders(
  engine: InstanceEngine,
  instances: Iterable<Tables>,
  statements: readonly string[],
): Promise<(BothRowOrders | null)[]> {
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
  const answered = taken.map(async (tables, index): Promise<BothRowOrders | null | undefined> => {
    const [first, again] = outcomes.slice(2 * index, 2 * index + 2);
    if (first === undefined || first === null || again === null) return first === undefined ? undefined : null;
    return [first, again ?? (await askObserved(engine, tables, statements, first))];
  });
  return (await Promise.all(answered)).filter((both) => both !== undefined);
}

async function askOne(
  engine: InstanceEngine,
  tables: Tables,
  statements: readonly string[],
): Promise<BothRowOrders | null> {
  try {
    const first = await engine.ask(tables, statements);
    return [first, await askObserved(engine, tables, statements, first)];
  } catch (error) {
    if (error instanceof AssayError && error.code === 'INSTANCE_REFUSED') return null;
    throw error;
  }
}

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
