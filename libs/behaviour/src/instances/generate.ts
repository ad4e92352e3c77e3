import type { InstanceKind } from '@assay/contracts';
import { Draw } from '../draw.js';
import type { ColumnLiteral, StatementFacts } from '../statements/statement-facts.js';
import { columnDomains, idsOf } from './domains.js';
import { fillTable } from './fill-table.js';
import type { Instance, InstanceRow, InstanceValue } from './instance.js';
import { adjacentValues } from './near-values.js';
import { valuesNearNow } from './near-now.js';
import { paletteOf, type PaletteColumn, type Shape } from './palette.js';
import { dropOrphans } from './orphans.js';
import { obeysChecks, obeysKeys } from './row-rules.js';
import type { SchemaModel } from './schema-model.js';
import type { TableModel } from './table-model.js';
import { fit } from './value-fit.js';

const ROWS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 16];
const PARENT_ROWS = [2, 3, 4, 6];
/** More distinct values for keys. */
const KEY_SPREAD = 24;

/** Random choices depend on seed, ordinal and table only. */
export class InstanceGenerator {
  private readonly columns = new Map<string, PaletteColumn>();

  constructor(
    private readonly model: SchemaModel,
    facts: readonly StatementFacts[],
    private readonly seed: number,
    now: Date | null = null,
  ) {
    const domains = columnDomains(model.tables, facts);
    const literals = literalsByDomain(model.tables, facts, domains);
    const timed = new Set(facts.filter(({ readsClock }) => readsClock).flatMap(({ tables }) => tables));
    const pools = new Map<string, InstanceValue[]>();
    const columns = model.tables.flatMap((table) => table.columns);
    const clocked = new Set(
      model.tables.filter(({ table }) => timed.has(table.name.toLowerCase())).flatMap((table) => table.columns),
    );
    for (const { id, pool } of columns) {
      const domain = domains.get(id) ?? id;
      pools.set(domain, [...(pools.get(domain) ?? []), ...pool]);
    }
    for (const column of columns) {
      const domain = domains.get(column.id) ?? column.id;
      const pool = pools.get(domain) ?? [];
      const beside = (literals.get(domain) ?? []).map((literal) => adjacentValues(literal, pool));
      const near = beside.flatMap((values) => values.near);
      const clock = now !== null && clocked.has(column) ? valuesNearNow(column, now) : [];
      // Constants near a clock are often intervals, not values.
      const own = clock.length > 0 ? [...near.filter((value) => fit(value, column) !== undefined), ...clock] : near;
      const misspelt = beside.flatMap((values) => values.misspelt);
      this.columns.set(column.id, { column, domain, near: own, misspelt, pool });
    }
  }

  generate(ordinal: number, kind: InstanceKind, shape: Shape): Instance {
    const filled = new Map<TableModel, InstanceRow[]>();
    const inScenario = new Set<InstanceRow>();
    for (const table of this.model.tables) {
      filled.set(table, this.fill(table, ordinal, shape, filled, inScenario));
    }
    for (const table of this.model.tables) this.close(table, ordinal, shape, filled);
    dropOrphans(this.model.tables, filled);
    return {
      ordinal,
      kind,
      breaks: [...shape.breaks],
      tables: this.model.tables.map((table) => filled.get(table) ?? []),
    };
  }

  private fill(
    table: TableModel,
    ordinal: number,
    shape: Shape,
    filled: ReadonlyMap<TableModel, InstanceRow[]>,
    inScenario: Set<InstanceRow>,
  ): InstanceRow[] {
    const draw = new Draw(this.seed, ordinal, table.key);
    const palettes = new Map<number, InstanceValue[]>();
    const palette = (column: number): InstanceValue[] => {
      const known = palettes.get(column) ?? this.palette(table, column, ordinal, shape);
      palettes.set(column, known);
      return known;
    };
    const rows = draw.pick(table.isMentioned ? ROWS : PARENT_ROWS);
    return fillTable({ table, rows, draw, shape, palette, inScenario, rowsOf: (parent) => filled.get(parent) ?? [] });
  }

  private palette(table: TableModel, column: number, ordinal: number, shape: Shape): InstanceValue[] {
    const model = table.columns[column];
    const source = this.columns.get(model?.id ?? '');
    if (source === undefined) return [null];
    const isKey = table.keys.some((key) => key.length === 1 && key[0] === column);
    return paletteOf(source, this.seed, ordinal, isKey ? { ...shape, spread: KEY_SPREAD } : shape);
  }

  /** Sets cyclic and self-referencing foreign keys last. */
  private close(table: TableModel, ordinal: number, shape: Shape, filled: Map<TableModel, InstanceRow[]>): void {
    const links = table.parents.filter(({ isDeferred }) => isDeferred);
    if (links.length === 0) return;
    const draw = new Draw(this.seed, ordinal, table.key, 'cycle');
    const kept: InstanceRow[] = [];
    for (const row of filled.get(table) ?? []) {
      let isOrphan = false;
      for (const { columns, parent, parentColumns } of links) {
        const parents = filled.get(parent) ?? [];
        const isNullable = columns.every((column) => {
          const model = table.columns[column];
          return model?.nullable === true && (model.hasNulls || parent === table);
        });
        const isNull = isNullable && draw.chance(Math.max(0.25, shape.nulls));
        const chosen = isNull || parents.length === 0 ? null : draw.pick(parents);
        isOrphan ||= chosen === null && !isNullable;
        columns.forEach((column, index) => (row[column] = chosen?.[parentColumns[index] ?? -1] ?? null));
      }
      const rules = { table, shape, filled: kept };
      if (!isOrphan && obeysKeys(row, rules) && obeysChecks(row, rules)) kept.push(row);
    }
    filled.set(table, kept);
  }
}

function literalsByDomain(
  tables: readonly TableModel[],
  facts: readonly StatementFacts[],
  domains: ReadonlyMap<string, string>,
): Map<string, ColumnLiteral[]> {
  const found = new Map<string, ColumnLiteral[]>();
  const seen = new Set<string>();
  for (const literal of facts.flatMap(({ literals }) => literals)) {
    for (const id of idsOf(literal, tables)) {
      const domain = domains.get(id) ?? id;
      const key = JSON.stringify([domain, literal.value, literal.isPattern]);
      if (seen.has(key)) continue;
      seen.add(key);
      found.set(domain, [...(found.get(domain) ?? []), literal]);
    }
  }
  return found;
}
