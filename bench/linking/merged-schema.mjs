/** Merges all evaluation databases into one schema, filled to a thousand tables. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const EXAMPLES = 3;

/** Null without the data. */
export function mergedSchema(folder) {
  if (!existsSync(join(folder, 'spider-dev')) || !existsSync(join(folder, 'defog'))) return null;
  const tables = [...sqliteTables(join(folder, 'spider-dev', 'databases')), ...defogTables(join(folder, 'defog'))];
  return { dialect: 'postgres', name: 'merged', tables };
}

function sqliteTables(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sqlite'))
    .flatMap((file) => {
      const database = new DatabaseSync(join(folder, file), { readOnly: true });
      const names = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all();
      const tables = names.map(({ name }) => sqliteTable(database, file.replace('.sqlite', ''), name));
      database.close();
      return tables;
    });
}

function sqliteTable(database, schema, name) {
  const columns = database.prepare(`PRAGMA table_info("${name}")`).all();
  const keys = database.prepare(`PRAGMA foreign_key_list("${name}")`).all();
  return {
    ...emptyTable(schema, name),
    primaryKey: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type || 'TEXT',
      nullable: column.notnull === 0,
      description: null,
      examples: examplesOf(database, name, column.name),
    })),
    foreignKeys: keys.map((key) => foreignKey(schema, key.from, key.table, key.to ?? key.from)),
  };
}

function examplesOf(database, table, column) {
  const sql = `SELECT DISTINCT CAST("${column}" AS TEXT) AS value FROM "${table}" WHERE "${column}" IS NOT NULL LIMIT ${EXAMPLES}`;
  return database
    .prepare(sql)
    .all()
    .map(({ value }) => String(value).slice(0, 60));
}

/**
 * PostgreSQL dumps with glossaries: `{ table_metadata: { table: [{ column_name, data_type, column_description }] } }`.
 */
function defogTables(folder) {
  const glossaries = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'questions.json');
  return glossaries.flatMap((file) => {
    const schema = file.replace('.json', '');
    const { table_metadata: metadata } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return Object.entries(metadata).map(([name, columns]) => ({
      ...emptyTable(schema, name.split('.').at(-1)),
      columns: columns.map((column) => ({
        name: column.column_name,
        type: column.data_type,
        nullable: true,
        description: column.column_description || null,
        examples: [],
      })),
    }));
  });
}

function emptyTable(schema, name) {
  return {
    schema,
    name,
    kind: 'table',
    description: null,
    rowEstimate: null,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  };
}

function foreignKey(schema, column, table, referenced) {
  return { columns: [column], referencedSchema: schema, referencedTable: table, referencedColumns: [referenced] };
}

const NOUNS = `account address agreement allocation approval archive asset audit backlog badge balance batch benefit bid
  billing booking branch budget campaign cargo case certificate channel charge claim clinic contract coupon courier
  credit dataset delivery deposit device discount dispute document donation driver enrolment equipment estimate exam
  expense facility feedback forecast fund grant hotel incident inspection insurance inventory invoice issue item ledger
  licence loan location lot machine member message meter milestone mission network notice offer order outage package
  parcel patient payment payroll permit plan plant policy portfolio position premium price procedure project promotion
  proposal purchase quota rating rebate receipt refund region rental report request reservation resource return review
  risk role route sample schedule sensor session shift shipment site stock subscription supplier survey task tax team
  ticket token trade training transfer trip unit usage user vehicle vendor visit voucher wage warehouse warranty`.split(
  /\s+/,
);
const ASPECTS = 'detail event history line log map note part rule status summary type'.split(' ');
const COLUMNS = `amount balance category channel city closed_at comment country created_at currency description due_date
  email end_date external_ref grade kind label level name notes number opened_at owner phone priority quantity rate
  reason score source start_date state status tag title total type unit updated_at url value version weight year`.split(
  /\s+/,
);

/** Tables of everyday nouns, which questions mention. */
export function distractors(count, width) {
  return Array.from({ length: count }, (_, index) => {
    const noun = NOUNS[index % NOUNS.length];
    const name = `${noun}_${ASPECTS[Math.floor(index / NOUNS.length) % ASPECTS.length]}`;
    const columns = Array.from({ length: width }, (_unused, place) => ({
      name:
        place === 0
          ? `${noun}_id`
          : COLUMNS[(index * 7 + place * 5) % COLUMNS.length] + (place > COLUMNS.length / 2 ? `_${place}` : ''),
      type: place % 3 === 0 ? 'integer' : 'text',
      nullable: place > 0,
      description: null,
      examples: place % 3 === 0 ? ['1', '2', '3'] : ['alpha', 'beta'],
    }));
    return { ...emptyTable('filler', name), columns, primaryKey: [`${noun}_id`] };
  });
}

/** Ways in which a copy names what the original calls `name`. */
const RENAMINGS = [
  (name) => `stg_${name}`,
  (name) => `${name}_hist`,
  (name) => name.replace(/(?<=.)[aeiou]/gi, ''),
  (name) => `tbl${name.replaceAll('_', '')}`,
  (name) =>
    name
      .split('_')
      .map((word) => word.slice(0, 3))
      .join('_'),
];

/** The schema with copies of all its tables: renamed, abbreviated, and with names that overlap those of the original. */
export function withCopies({ tables, ...schema }, count) {
  const copies = Array.from({ length: count }, (_, copy) => {
    const rename = RENAMINGS[copy % RENAMINGS.length];
    const inSchema = (name) => `${name}_${Math.floor(copy / RENAMINGS.length) + 1}${'abcde'[copy % RENAMINGS.length]}`;
    return tables.map((table) => ({
      ...table,
      schema: inSchema(table.schema),
      name: rename(table.name),
      columns: table.columns.map((column, place) =>
        place % 2 === 0 ? column : { ...column, name: rename(column.name) },
      ),
      primaryKey: [],
      foreignKeys: [],
    }));
  });
  return { ...schema, tables: [...tables, ...copies.flat()] };
}
