import type { DatabaseProfile, DatabaseSchema, Dialect, TableProfile, TableSchema } from '@assay/contracts';
import type { StatementFacts } from '../statements/statement-facts.js';
import { tableKey } from '../table-key.js';
import { usedTables } from '@assay/sql';
import { parseCheck, type Check } from './checks.js';
import { columnModel } from './column-model.js';
import type { ScratchSchema, ScratchTable, ScratchView } from './instance.js';
import { SUPPORT, type ParentLink, type TableModel } from './table-model.js';

export interface SchemaModel {
  scratch: ScratchSchema;
  /** Parents first, like `scratch.tables`. */
  tables: TableModel[];
  /** Unparsed: rows may violate them. */
  unsatisfied: { table: string; check: string }[];
}

/** Named tables, tables under views, and parents. */
export function schemaModel(
  schema: DatabaseSchema,
  profile: DatabaseProfile,
  facts: readonly StatementFacts[],
): SchemaModel {
  const mentioned = new Set(facts.flatMap(({ tables }) => tables));
  const views = viewsBelow(schema, profile, mentioned);
  const wanted = withParents(schema, mentioned);
  const profiles = new Map(profile.tables.map((table) => [tableKey(table), table]));
  const stated = new Map(profile.stated?.map((rules) => [tableKey(rules), rules]));
  const unsatisfied: SchemaModel['unsatisfied'] = [];
  const models = schema.tables
    .filter((table) => wanted.has(table.name.toLowerCase()) && table.kind !== 'view')
    .map((table) => {
      const own = profiles.get(tableKey(table)) ?? null;
      const checks = checksOf(table, own, schema, unsatisfied);
      const known = { profile: own, stated: stated.get(tableKey(table)) ?? null };
      return tableModel(table, known, checks, { dialect: schema.dialect, mentioned });
    });
  const tables = linkParents(models);
  const { dialect, name: database } = schema;
  const scratch = { dialect, database, tables: tables.map((table) => scratchTable(table, schema)), views };
  return { scratch, tables, unsatisfied };
}

function viewsBelow(schema: DatabaseSchema, profile: DatabaseProfile, names: Set<string>): ScratchView[] {
  const views: ScratchView[] = [];
  // Grows during iteration: nested views.
  for (const name of names) {
    const view = schema.tables.find((table) => table.kind === 'view' && table.name.toLowerCase() === name);
    const own = profile.tables.find((table) => view !== undefined && tableKey(table) === tableKey(view));
    const definition = own?.declared.view ?? null;
    if (view === undefined || definition === null) continue;
    for (const table of usedTables(schema, definition, schema.dialect).tables) names.add(table.name.toLowerCase());
    views.unshift({ schema: view.schema, name: view.name, definition });
  }
  return views;
}

function withParents(schema: DatabaseSchema, mentioned: ReadonlySet<string>): Set<string> {
  const wanted = new Set(mentioned);
  for (const name of wanted) {
    const tables = schema.tables.filter((candidate) => candidate.name.toLowerCase() === name);
    const keys = tables.flatMap(({ foreignKeys }) => foreignKeys);
    for (const { referencedTable } of keys) wanted.add(referencedTable.toLowerCase());
  }
  return wanted;
}

function checksOf(
  table: TableSchema,
  profile: TableProfile | null,
  schema: DatabaseSchema,
  unsatisfied: SchemaModel['unsatisfied'],
): Check[] {
  const { checks = [], generated = [] } = profile?.declared ?? {};
  const columns = table.columns.map(({ name }) => name);
  const written = columns.filter((name) => !generated.some(({ column }) => column === name));
  return checks.flatMap((check) => {
    const parsed = parseCheck(check, schema.dialect, written);
    if (parsed === null) unsatisfied.push({ table: table.name, check });
    return parsed ?? [];
  });
}

function tableModel(
  table: TableSchema,
  known: Pick<TableModel, 'profile' | 'stated'>,
  checks: Check[],
  { dialect, mentioned }: { dialect: Dialect; mentioned: ReadonlySet<string> },
): TableModel {
  const { profile, stated } = known;
  const { generated = [], domains = [] } = profile?.declared ?? {};
  const computed = new Set(generated.map(({ column }) => column));
  const written = {
    ...table,
    columns: table.columns
      .filter(({ name }) => !computed.has(name))
      .map((column) => ({ ...column, type: domains.find((one) => one.column === column.name)?.type ?? column.type })),
  };
  const columns = written.columns.map((_, index) => columnModel(written, index, known, dialect));
  const places = (names: readonly string[]): number[] =>
    names.map((name) => columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase()));
  const sets = (lists: readonly string[][]): number[][] =>
    lists.map(places).filter((set) => set.length > 0 && !set.includes(-1));
  const observed = profile !== null && profile.rowCount >= SUPPORT ? profile : null;
  const keys = sets([table.primaryKey, ...(profile?.declared.unique ?? [])]);
  const links = [...table.foreignKeys, ...undeclaredKeys(known)].flatMap(({ columns: own }) => own);
  const references = new Set(places(links));
  // The order of ids is accidental: no rule.
  const isNumber = (column: number): boolean => /^(integer|uuid)$/.test(columns[column]?.kind ?? '');
  const named = new Set([...keys.flat(), ...references].filter(isNumber));
  // Too few sample values for a unique key.
  const isOdd = (key: readonly number[]): boolean => key.some((column) => columns[column]?.kind === 'other');
  return {
    key: tableKey(table),
    table: written,
    ...known,
    columns,
    keys,
    observedKeys: sets([...(observed?.unique ?? []), ...(stated?.unique ?? [])]).filter((key) => !isOdd(key)),
    parents: [],
    checks,
    orders: (observed?.orders ?? []).flatMap(({ low, high }) => {
      const [from = -1, to = -1] = places([low, high]);
      return from < 0 || to < 0 || named.has(from) || named.has(to) ? [] : [{ low: from, high: to }];
    }),
    dependencies: (observed?.dependencies ?? []).flatMap(({ from, to }) => {
      const [one = -1, other = -1] = places([from, to]);
      return one < 0 || other < 0 || references.has(other) ? [] : [{ from: one, to: other }];
    }),
    isMentioned: mentioned.has(table.name.toLowerCase()),
  };
}

function linkParents(models: readonly TableModel[]): TableModel[] {
  const byKey = new Map(models.map((model) => [model.key, model]));
  const ordered: TableModel[] = [];
  const state = new Map<TableModel, 'open' | 'done'>();
  const visit = (model: TableModel): void => {
    state.set(model, 'open');
    for (const foreignKey of [...model.table.foreignKeys, ...undeclaredKeys(model)]) {
      const parent = byKey.get(tableKey({ schema: foreignKey.referencedSchema, name: foreignKey.referencedTable }));
      if (parent === undefined) continue;
      if (!state.has(parent)) visit(parent);
      const link = parentLink(model, parent, foreignKey, state.get(parent) !== 'done');
      if (link !== null) model.parents.push(link);
    }
    state.set(model, 'done');
    ordered.push(model);
  };
  for (const model of models) if (!state.has(model)) visit(model);
  return ordered;
}

function undeclaredKeys({ profile, stated }: Pick<TableModel, 'profile' | 'stated'>): TableSchema['foreignKeys'] {
  const statedKeys = stated?.foreignKeys ?? [];
  if (profile === null || profile.rowCount < SUPPORT) return statedKeys;
  const found = profile.inclusions.map(({ column, schema, table, otherColumn }) => ({
    columns: [column],
    referencedSchema: schema,
    referencedTable: table,
    referencedColumns: [otherColumn],
  }));
  return [...statedKeys, ...found];
}

function parentLink(
  model: TableModel,
  parent: TableModel,
  { columns, referencedColumns }: TableSchema['foreignKeys'][number],
  isDeferred: boolean,
): ParentLink | null {
  const own = columns.map((name) => placeOf(model, name));
  const theirs = referencedColumns.map((name) => placeOf(parent, name));
  if (own.includes(-1) || theirs.includes(-1)) return null;
  const isKnown = model.parents.some((link) => link.parent === parent && link.columns.join() === own.join());
  return isKnown ? null : { columns: own, parent, parentColumns: theirs, isDeferred };
}

function placeOf({ columns }: TableModel, name: string): number {
  return columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
}

function scratchTable({ key, table, profile, columns }: TableModel, schema: DatabaseSchema): ScratchTable {
  const types = schema.tables.find((other) => tableKey(other) === key)?.columns ?? [];
  const generated = (profile?.declared.generated ?? []).flatMap(({ column, expression }) => {
    const own = types.find(({ name }) => name === column);
    return own === undefined || expression === null ? [] : [{ name: column, type: own.type, expression }];
  });
  return {
    schema: table.schema,
    name: table.name,
    columns: columns.map(({ name, type, allowed }, index) => {
      const collation = profile?.declared.collations?.find(({ column }) => column === name)?.collation;
      return {
        name,
        type,
        notNull: table.columns[index]?.nullable === false,
        ...(collation !== undefined && { collation }),
        allowed: allowed?.map(String) ?? null,
      };
    }),
    generated,
    primaryKey: table.primaryKey,
    unique: profile?.declared.unique ?? [],
  };
}
