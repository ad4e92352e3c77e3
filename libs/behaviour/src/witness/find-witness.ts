import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow } from '../instances/instance.js';
import { dropOrphans } from '../instances/orphans.js';
import type { TableModel } from '../instances/table-model.js';
import { sameBehaviour, type BehaviourClass } from '../classes/classify.js';
import { Observation } from '../classes/observation.js';
import { Answer } from '../results/answer.js';
import type { InstanceEngine } from '../suite/instance-engine.js';
import type { SuiteMember, SuiteOutcome } from '../suite/run-suite.js';
import { minimise } from './minimise.js';

/** A small database on which two classes answer differently, with both answers. */
export interface Witness {
  /** Tables that hold rows, by name. */
  tables: { name: string; columns: string[]; rows: InstanceRow[] }[];
  /** What the representatives of the two classes return there. */
  answers: [AskedOutcome, AskedOutcome];
}

const UNOBSERVED: AskedOutcome = { kind: 'unobserved' };
/** Trials that making one witness small may take. */
const MOST_TRIALS = 120;

type Rows = readonly (readonly InstanceRow[])[];

/**
 * The smallest instance found on which two classes differ: the smallest that parted them, with every row taken away
 * that is not needed. Declared constraints hold in it as in any instance.
 *
 * @returns null where no instance that was run parts them, neither strongly nor weakly
 */
export async function findWitness(
  { instances, model, ordered }: SuiteOutcome,
  [left, right]: readonly [BehaviourClass<SuiteMember>, BehaviourClass<SuiteMember>],
  engine: InstanceEngine,
): Promise<Witness | null> {
  const [one, other] = [left.texts[0], right.texts[0]];
  if (one === undefined || other === undefined) return null;
  const pair = new WitnessPair(one, other, ordered, engine);
  const size = ({ tables }: { tables: Rows }): number => tables.reduce((sum, rows) => sum + rows.length, 0);
  const parting = instances
    .filter(({ ordinal }) => pair.differsIn(ordinal))
    .sort((first, second) => first.breaks.length - second.breaks.length || size(first) - size(second));
  const [smallest] = parting;
  if (smallest === undefined) return null;
  await engine.prepare(model.scratch);
  const small = await minimise(smallest.tables, {
    repair: (tables) => withoutOrphans(model.tables, tables),
    holds: async (tables) => pair.differsOn(tables),
    mostTrials: MOST_TRIALS,
  });
  const answers = await pair.ask(small);
  return { tables: namedTables(model.tables, small), answers };
}

/** Two texts, asked together. */
class WitnessPair {
  constructor(
    private readonly one: SuiteMember,
    private readonly other: SuiteMember,
    private readonly ordered: boolean,
    private readonly engine: InstanceEngine,
  ) {}

  differsIn(ordinal: number): boolean {
    const [mine, theirs] = [this.one.observations.get(ordinal), this.other.observations.get(ordinal)];
    return mine !== undefined && theirs !== undefined && this.#differ(mine, theirs);
  }

  async differsOn(tables: Rows): Promise<boolean> {
    const first = await this.ask(tables);
    const again = await this.ask(tables.map((rows) => rows.toReversed()));
    const seen = [this.one, this.other].map(({ facts }, index) => {
      const answers = [first, again].map((outcomes) => Answer.of(outcomes[index] ?? UNOBSERVED, facts.gathered));
      const [mine = null, repeated = null] = answers;
      return mine === null || repeated === null ? null : new Observation(mine, repeated);
    });
    const [mine = null, theirs = null] = seen;
    return mine !== null && theirs !== null && this.#differ(mine, theirs);
  }

  async ask(tables: Rows): Promise<[AskedOutcome, AskedOutcome]> {
    const [mine, theirs] = await this.engine.ask(tables, [this.one.sql, this.other.sql]);
    return [mine ?? UNOBSERVED, theirs ?? UNOBSERVED];
  }

  #differ(mine: Observation, theirs: Observation): boolean {
    const text = (observation: Observation): Parameters<typeof sameBehaviour>[0] => ({
      id: '',
      votes: 0,
      target: this.one.target,
      observations: new Map([[0, observation]]),
    });
    return !sameBehaviour(text(mine), text(theirs), { ordered: this.ordered, instances: [0] });
  }
}

function withoutOrphans(tables: readonly TableModel[], rows: Rows): InstanceRow[][] {
  const rowsOf = new Map(tables.map((table, index) => [table, [...(rows[index] ?? [])]]));
  dropOrphans(tables, rowsOf);
  return tables.map((table) => rowsOf.get(table) ?? []);
}

function namedTables(tables: readonly TableModel[], rows: Rows): Witness['tables'] {
  return tables.flatMap(({ table, columns }, index) => {
    const own = rows[index] ?? [];
    if (own.length === 0) return [];
    return [{ name: table.name, columns: columns.map(({ name }) => name), rows: own.map((row) => [...row]) }];
  });
}
