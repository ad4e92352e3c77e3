import type { ColumnSchema, TableSchema } from '@assay/contracts';
import type { DatabaseDriver, RoleRights } from '../driver.js';
import type { Relation } from './relation.js';
import { LONGEST_WORDS, shortened } from '../values/shortened.js';
import type { DeclaredFact } from './declared-facts.js';
import { LONGEST_SQL } from './limits.js';

/** The guard refuses a definition of this length, so that cutting it is safe. */
const UNGUARDED_SQL = 1_000_001;

/** Comments and findings are cut; what must be whole (tables, columns, facts) is left out. */
export function boundedDriver(driver: DatabaseDriver): DatabaseDriver {
  return {
    ...driver,
    version: async (...given) => shortened(await driver.version(...given)),
    privileges: async (...given) => boundedPrivileges(await driver.privileges(...given)),
    relations: async (...given) => (await driver.relations(...given)).map(boundedRelation),
    declared: async (...given) => (await driver.declared(...given)).filter(isBounded),
  };
}

export function boundedTables(all: TableSchema[]): { tables: TableSchema[]; findings: string[] } {
  const tables = all.filter(({ name }) => isName(name)).map(boundedTable);
  const countOf = (of: TableSchema[]): number => of.reduce((sum, { columns }) => sum + 1 + columns.length, 0);
  const leftOut = countOf(all) - countOf(tables);
  const finding = `${leftOut} tables and columns are left out: a name is longer than ${LONGEST_WORDS} characters`;
  return { tables, findings: leftOut === 0 ? [] : [finding] };
}

/** Longer names are left out. */
export function isName(text: string): boolean {
  return text.length <= LONGEST_WORDS;
}

function boundedPrivileges(privileges: RoleRights): RoleRights {
  return {
    ...privileges,
    findings: privileges.findings.map(shortened),
    ...(privileges.reach && { reach: privileges.reach.map(shortened) }),
    ...(privileges.reaches && {
      reaches: privileges.reaches.map(({ name, words }) => ({ name: shortened(name), words: shortened(words) })),
    }),
  };
}

function boundedRelation(relation: Relation): Relation {
  return { ...relation, definition: relation.definition?.slice(0, UNGUARDED_SQL) ?? null };
}

function boundedTable(table: TableSchema): TableSchema {
  const { rowEstimate } = table;
  return {
    ...table,
    rowEstimate: rowEstimate !== null && rowEstimate >= 0 && rowEstimate < Infinity ? rowEstimate : null,
    description: table.description && shortened(table.description),
    columns: table.columns.filter(({ name }) => isName(name)).map(boundedColumn),
    primaryKey: table.primaryKey.every(isName) ? table.primaryKey : [],
    foreignKeys: table.foreignKeys.filter(({ columns, referencedTable, referencedColumns }) =>
      [...columns, referencedTable, ...referencedColumns].every(isName),
    ),
  };
}

/** A long type, such as an enumeration with its labels, becomes its first word. */
function boundedColumn(column: ColumnSchema): ColumnSchema {
  const { type, description } = column;
  return {
    ...column,
    type: type.length > LONGEST_SQL ? shortened(type.replace(/\W[^]*/, '')) : type,
    description: description && shortened(description),
  };
}

function isBounded({ name, kind, value }: DeclaredFact): boolean {
  const most = kind === 'check' || kind === 'generated' ? LONGEST_SQL : LONGEST_WORDS;
  return isName(name) && (value === null || value.length <= most);
}
