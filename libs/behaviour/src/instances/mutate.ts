import type { SampledTables } from '@assay/contracts';
import { Draw } from '../draw.js';
import type { StatementFacts } from '../statements/statement-facts.js';
import type { Instance, InstanceRow, InstanceValue } from './instance.js';
import { dropOrphans } from './orphans.js';
import type { SchemaModel } from './schema-model.js';
import type { TableModel } from './table-model.js';
import { obeysChecks, obeysKeys, repairRow } from './row-rules.js';
import { fit } from './value-fit.js';

const MOST_ROWS = 20;
const DROPPED = 0.2;
const EXCHANGED = 0.25;
const NO_BREAKS = {
  focus: new Set<string>(),
  scenario: new Map<string, never>(),
  spread: 0,
  copies: 0,
  nulls: 0,
  breaks: new Set<never>(),
};

/**
 * Mutates a draw of real rows: drops a fifth, replaces a quarter of the remaining values outside keys by others of their
 * column.
 */
export class Mutator {
  private readonly tables: readonly TableModel[];
  private readonly real: ReadonlyMap<TableModel, InstanceRow[]>;
  private readonly constants: ReadonlySet<InstanceValue>;

  constructor(
    { tables }: SchemaModel,
    facts: readonly StatementFacts[],
    sample: SampledTables,
    private readonly seed: number,
  ) {
    this.tables = tables;
    this.real = new Map(tables.map((table) => [table, realRows(table, sample)]));
    this.constants = new Set(facts.flatMap(({ literals }) => literals.map(({ value }) => value)));
  }

  get hasRows(): boolean {
    return this.tables.every((table) => !table.isMentioned || (this.real.get(table) ?? []).length > 0);
  }

  mutate(ordinal: number): Instance {
    const chosen = this.choose(ordinal);
    for (const table of this.tables) {
      const draw = new Draw(this.seed, ordinal, table.key, 'mutate');
      const mixed = exchange(table, chosen.get(table) ?? [], draw);
      chosen.set(table, keepRules(table, mixed));
    }
    dropOrphans(this.tables, chosen);
    return { ordinal, kind: 'mutated', breaks: [], tables: this.tables.map((table) => chosen.get(table) ?? []) };
  }

  /** Children first, because the parents that they need are added. */
  private choose(ordinal: number): Map<TableModel, InstanceRow[]> {
    const chosen = new Map<TableModel, InstanceRow[]>();
    for (const table of this.tables.toReversed()) {
      const draw = new Draw(this.seed, ordinal, table.key, 'choose');
      const all = this.real.get(table) ?? [];
      const wanted = new Set(this.sample(all, draw));
      for (const parent of neededParents(table, all, chosen)) wanted.add(parent);
      chosen.set(
        table,
        [...wanted].map((row) => [...row]),
      );
    }
    return chosen;
  }

  /** Rows that contain a candidate's constant are preferred, up to half of `MOST_ROWS`. */
  private sample(rows: readonly InstanceRow[], draw: Draw): InstanceRow[] {
    const shuffled = draw.shuffle(rows);
    const named = shuffled.filter((row) => row.some((value) => this.constants.has(value))).slice(0, MOST_ROWS / 2);
    const others = shuffled.filter((row) => !named.includes(row)).slice(0, MOST_ROWS - named.length);
    return draw.shuffle([...named, ...others]).filter(() => !draw.chance(DROPPED));
  }
}

function realRows({ key, columns }: TableModel, sample: SampledTables): InstanceRow[] {
  const own = sample[key];
  if (own === undefined) return [];
  const places = columns.map(({ name }) => own.columns.indexOf(name));
  return own.rows.map((row) =>
    places.map((place, index) => {
      const column = columns[index];
      const value = row[place] ?? (column?.nullable === false ? (column.pool[0] ?? null) : null);
      // Quarters, so that sums do not depend on row order.
      return typeof value === 'number' && column !== undefined && !Number.isInteger(value)
        ? (fit(value, { ...column, allowed: null, kind: 'number' }) ?? value)
        : value;
    }),
  );
}

function neededParents(
  table: TableModel,
  rows: readonly InstanceRow[],
  chosen: ReadonlyMap<TableModel, InstanceRow[]>,
): InstanceRow[] {
  const needed: InstanceRow[] = [];
  for (const [child, children] of chosen) {
    for (const { columns, parent, parentColumns } of child.parents) {
      if (parent !== table) continue;
      const keys = new Set(children.map((row) => columns.map((column) => String(row[column])).join('\n')));
      needed.push(...rows.filter((row) => keys.has(parentColumns.map((column) => String(row[column])).join('\n'))));
    }
  }
  return needed;
}

function exchange(table: TableModel, rows: readonly InstanceRow[], draw: Draw): InstanceRow[] {
  const fixed = new Set([
    ...table.keys.flat(),
    ...table.observedKeys.flat(),
    ...table.parents.flatMap(({ columns }) => columns),
  ]);
  const mixed = rows.map((row) => [...row]);
  table.columns.forEach((_, column) => {
    if (fixed.has(column) || mixed.length < 2) return;
    for (const row of mixed) if (draw.chance(EXCHANGED)) row[column] = draw.pick(rows)[column] ?? null;
  });
  return mixed;
}

function keepRules(table: TableModel, rows: readonly InstanceRow[]): InstanceRow[] {
  const filled: InstanceRow[] = [];
  const rules = { table, shape: NO_BREAKS, filled };
  for (const row of rows) {
    if (repairRow(row, rules) && obeysKeys(row, rules) && obeysChecks(row, rules)) filled.push(row);
  }
  return filled;
}
