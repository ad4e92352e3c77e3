import type { SuiteInstance } from '@assay/contracts';
import type { AskedOutcome } from '../results/answer.js';
import type { InstanceRow } from '../instances/instance.js';
import { dropOrphans } from '../instances/orphans.js';
import type { TableModel } from '../instances/table-model.js';
import { sameBehaviour } from '../classes/classify.js';
import { Observation } from '../classes/observation.js';
import { Answer } from '../results/answer.js';
import {
  runInBothRowOrders,
  type BothRowOrders,
  type InstanceEngine,
  type Tables as Rows,
} from '../suite/instance-engine.js';
import { namedTables } from '../suite/named-tables.js';
import type { SuiteMember, SuiteOutcome } from '../suite/suite.js';
import { minimise } from './minimise.js';

export interface Witness {
  instance: number;
  isWeak: boolean;
  /** Nonempty, mentioned columns and keys only. */
  tables: SuiteInstance['tables'];
  answers: [AskedOutcome, AskedOutcome];
}

const UNOBSERVED: AskedOutcome = { kind: 'unobserved' };
const MOST_TRIALS = 120;

/**
 * Within declared constraints: fewest broken regularities, then fewest rows. Without budget it stays unreduced.
 * @returns null if none distinguishes the pair
 */
export async function findWitness(
  { instances, model, ordered }: SuiteOutcome,
  [one, other]: readonly [SuiteMember, SuiteMember],
  engine: InstanceEngine,
  hasBudget: () => boolean = () => true,
): Promise<Witness | null> {
  const pair = new WitnessPair(one, other, ordered, engine);
  const size = ({ tables }: { tables: Rows }): number => tables.reduce((sum, rows) => sum + rows.length, 0);
  const difference = instances
    .filter(({ ordinal }) => pair.differsIn(ordinal))
    .sort(
      (first, second) =>
        first.breaks.length - second.breaks.length ||
        Number(size(first) === 0) - Number(size(second) === 0) ||
        size(first) - size(second),
    );
  const [smallest] = difference;
  if (smallest === undefined) return null;
  await engine.prepare(model.scratch);
  const small = await minimise(smallest.tables, {
    repair: (tables) => withoutOrphans(model.tables, tables),
    holdsIn: async (trials) => (hasBudget() ? pair.firstDifference(trials) : -1),
    mostTrials: MOST_TRIALS,
  });
  const answers = await pair.ask(small);
  const tables = namedTables(model.tables, small);
  return {
    instance: smallest.ordinal,
    isWeak: smallest.breaks.length > 0,
    tables: withColumnsThatMatter(tables, model.tables, [one, other]),
    answers,
  };
}

class WitnessPair {
  constructor(
    private readonly one: SuiteMember,
    private readonly other: SuiteMember,
    private readonly ordered: boolean,
    private readonly engine: InstanceEngine,
  ) {}

  differsIn(ordinal: number): boolean {
    const [mine, theirs] = [this.one.observations.get(ordinal), this.other.observations.get(ordinal)];
    return mine !== undefined && theirs !== undefined && this.differ(mine, theirs);
  }

  /** -1 if none. */
  async firstDifference(databases: readonly Rows[]): Promise<number> {
    for (let from = 0; from < databases.length;) {
      const answered = await runInBothRowOrders(this.engine, databases.slice(from), [this.one.sql, this.other.sql]);
      const found = answered.findIndex((both) => both !== null && this.haveDiffered(both));
      if (found !== -1) return from + found;
      from += Math.max(1, answered.length);
    }
    return -1;
  }

  private haveDiffered([first, again]: BothRowOrders): boolean {
    const [mine = null, theirs = null] = [this.one, this.other].map(({ facts }, index) => {
      const [seen = null, repeated = null] = [first, again].map((outcomes) =>
        Answer.of(outcomes[index] ?? UNOBSERVED, facts.gathered),
      );
      return seen === null || repeated === null ? null : new Observation(seen, repeated);
    });
    return mine !== null && theirs !== null && this.differ(mine, theirs);
  }

  async ask(tables: Rows): Promise<[AskedOutcome, AskedOutcome]> {
    const [mine, theirs] = await this.engine.ask(tables, [this.one.sql, this.other.sql]);
    return [mine ?? UNOBSERVED, theirs ?? UNOBSERVED];
  }

  private differ(mine: Observation, theirs: Observation): boolean {
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

/** All columns for implicit reads (`select *`). */
function withColumnsThatMatter(
  named: Witness['tables'],
  models: readonly TableModel[],
  texts: readonly SuiteMember[],
): Witness['tables'] {
  if (texts.some(({ sql }) => /\*(?!\s*\))|\bnatural\b|\busing\b/i.test(sql))) return named;
  const words = new Set(texts.flatMap(({ sql }) => sql.toLowerCase().match(/[\p{L}\p{N}_$#]+/gu) ?? []));
  return Object.fromEntries(
    Object.entries(named).map(([name, { columns, rows }]) => {
      const keys = models.find(({ table }) => table.name === name || name.endsWith(`.${table.name}`))?.table.primaryKey;
      const places = columns.flatMap((column, place) =>
        words.has(column.toLowerCase()) || keys?.includes(column) === true || /[^\p{L}\p{N}_$#]/u.test(column)
          ? [place]
          : [],
      );
      if (places.length === 0) return [name, { columns, rows }];
      const narrow = rows.map((row) => places.map((place) => row[place] ?? null));
      return [name, { columns: places.map((place) => columns[place] ?? ''), rows: narrow }];
    }),
  );
}
