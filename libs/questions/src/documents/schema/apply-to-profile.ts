import type { Cell, ColumnProfile, DatabaseProfile, StatedRules, TableProfile } from '@assay/contracts';
import type { KnowledgeItem } from '../item.js';
import { isNew } from './is-new.js';

/** Unique sets, and foreign keys, per table at most: each is checked against data. */
const MOST_STATED = 500;

type Rule = Extract<KnowledgeItem, { kind: 'unique' | 'not-null' | 'accepted-values' | 'relationship' }>;

/**
 * Adds documented rules (`stated`) that the data does not contradict, and the first list of values that fits. The
 * profile itself if nothing applies.
 */
export function applyToProfile(profile: DatabaseProfile, items: readonly KnowledgeItem[]): DatabaseProfile {
  const byTable = Map.groupBy(items.filter(isRule), ({ table }) => keyOf(table));
  if (byTable.size === 0) return profile;
  const observed = new Map(profile.tables.map((table) => [keyOf(table), table]));
  const stated = [...byTable].flatMap(([key, rules]) => statedOf(rules, observed.get(key) ?? null, observed));
  return stated.length === 0 ? profile : { ...profile, stated };
}

function isRule(item: KnowledgeItem): item is Rule {
  return ['unique', 'not-null', 'accepted-values', 'relationship'].includes(item.kind);
}

/** One pass: keeps the event loop responsive. */
function statedOf(
  rules: readonly Rule[],
  table: TableProfile | null,
  observed: ReadonlyMap<string, TableProfile>,
): StatedRules[] {
  const data = new ObservedTable(table);
  const known = new Set(table?.declared.unique.map(setOf));
  const notNull = new Set<string>();
  const values = new Map<string, StatedRules['values'][number]>();
  const unique: string[][] = [];
  const foreignKeys: StatedRules['foreignKeys'] = [];
  for (const rule of rules) {
    if (rule.kind === 'not-null') {
      if (!data.hasNull(rule.column)) notNull.add(rule.column);
    } else if (rule.kind === 'accepted-values') {
      if (values.has(rule.column) || data.hasOther(rule.column, rule.values)) continue;
      values.set(rule.column, { column: rule.column, values: rule.values });
    } else if (rule.kind === 'unique') {
      if (unique.length === MOST_STATED || data.repeats(rule.columns)) continue;
      if (isNew(known, setOf(rule.columns))) unique.push(rule.columns);
    } else {
      const { columns, to, toColumns } = rule;
      const key = { columns, referencedSchema: to.schema, referencedTable: to.name, referencedColumns: toColumns };
      if (foreignKeys.length === MOST_STATED || data.exceeds(columns, observed.get(keyOf(to)), toColumns)) continue;
      if (isNew(known, JSON.stringify(key))) foreignKeys.push(key);
    }
  }
  if (unique.length + notNull.size + values.size + foreignKeys.length === 0) return [];
  const { schema, name } = (rules[0] as Rule).table;
  return [{ schema, name, unique, notNull: [...notNull], values: [...values.values()], foreignKeys }];
}

/** Detects contradictions with observed data; none without observations. */
class ObservedTable {
  private readonly columns: ReadonlyMap<string, TableProfile['columns'][number]>;

  constructor(private readonly table: TableProfile | null) {
    this.columns = new Map(table?.columns.map((column) => [column.name, column]));
  }

  hasNull(name: string): boolean {
    return (this.columns.get(name)?.nullShare ?? 0) > 0;
  }

  /**
   * Whether values beyond the accepted ones were observed. Where values may not be sent, `frequent` is empty, and only
   * the number of distinct values can show it.
   */
  hasOther(name: string, accepted: readonly (string | number | boolean)[]): boolean {
    const { distinct = 0, frequent = [] } = this.columns.get(name) ?? {};
    const texts = new Set(accepted.map(textOf));
    return distinct > texts.size || frequent.some(({ value }) => !texts.has(textOf(value)));
  }

  repeats([name = '', ...others]: readonly string[]): boolean {
    const column = this.columns.get(name);
    if (column === undefined || this.table === null || others.length > 0) return false;
    if ((column.frequent[0]?.count ?? 0) > 1) return true;
    return (
      !this.table.sampled &&
      !isSampled(column) &&
      column.distinct < Math.round(this.table.rowCount * (1 - column.nullShare))
    );
  }

  /** A single column has more values than the referenced one. */
  exceeds(columns: readonly string[], to: TableProfile | undefined, toColumns: readonly string[]): boolean {
    if (columns.length !== 1 || to === undefined || to.sampled) return false;
    const theirs = to.columns.find(({ name }) => name === toColumns[0]);
    return (
      theirs !== undefined &&
      !isSampled(theirs) &&
      (this.columns.get(columns[0] ?? '')?.distinct ?? 0) > theirs.distinct
    );
  }
}

function isSampled({ sampled }: ColumnProfile): boolean {
  return sampled?.includes('distinct') ?? false;
}

/** Documents may write numbers and booleans as text. */
function textOf(value: Cell): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function setOf(names: readonly string[]): string {
  return JSON.stringify([...names].sort());
}

function keyOf({ schema, name }: { schema: string | null; name: string }): string {
  return JSON.stringify([schema, name]);
}
