import type { ScratchSchema, ScratchTable } from '@assay/behaviour';
import type { ScratchDdl } from '../child/protocol.js';

/** Nothing else may stand in `Nullable`. */
const NOT_NULLABLE = /^(?:Array|Map|Tuple|Nested|AggregateFunction|Variant|Dynamic|JSON|Object)\b/;

/** A quoted function, or one that reads files, addresses or servers, or more than one definition. */
const REACHING =
  /["`]\W*\(|\b(?:(?:in|out)?file|url|s3|gcs|oss|cosn|hdfs|remote|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|azure|iceberg|delta|hudi|paimon|executable|input|cluster|dict|merge|loop|fuzz|arrowflight|ytsaurus)\w*\s*\(|\b(?:in|out)file\b|--|#|\/\*|;/i;
const PLAIN_TYPE = /^[\w\s(),.=+-]*$/;

/** Databases first, then the one that unqualified names belong to; rows follow inserts as tab-separated values. */
export function clickhouseDdl({ tables, views, database = 'default' }: ScratchSchema): ScratchDdl {
  const databases = new Set([database, ...[...tables, ...views].flatMap(({ schema }) => schema ?? [])]);
  return {
    ddl: [
      ...[...databases].map((name) => `create database ${quote(name)} engine = Memory`),
      `use ${quote(database)}`,
      ...tables.map(createTable),
      ...views.filter(isHarmless).map((view) => `create view ${nameOf(view)} as ${view.definition}`),
    ],
    inserts: tables.map((table) => {
      const columns = table.columns.map(({ name }) => quote(name)).join(', ');
      return `insert into ${nameOf(table)} (${columns}) format TabSeparated\n`;
    }),
    empties: tables.map((table) => `truncate table ${nameOf(table)}`),
  };
}

/** Keys of ClickHouse order rows and are not unique. `Memory` keeps the order of insertion. */
function createTable(table: ScratchTable): string {
  const columns = [
    ...table.columns.map(({ name, type, notNull }) => {
      return `${quote(name)} ${notNull || NOT_NULLABLE.test(type) ? plain(type) : `Nullable(${plain(type)})`}`;
    }),
    ...table.generated
      .filter(({ expression }) => isHarmless({ definition: expression }) && !/\bselect\b/i.test(expression))
      .map(({ name, type, expression }) => `${quote(name)} ${plain(type)} materialized ${expression}`),
  ];
  return `create table ${nameOf(table)} (${columns.join(', ')}) engine = Memory`;
}

/** The catalog of a target is not trusted: what may reach files is left out, and SQLs that need it are not observed. */
function isHarmless({ definition }: { definition: string }): boolean {
  return !REACHING.test(definition.replaceAll(/[^\S ]|[\u0085\u180e\u200b-\u200d\u2060]/gu, ' '));
}

function plain(type: string): string {
  const bare = type.replaceAll(/'(?:[^'\\]|\\.)*'/gs, '');
  return PLAIN_TYPE.test(bare) && !bare.includes('--') ? type : 'String';
}

function nameOf({ schema, name }: { schema: string | null; name: string }): string {
  return schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`;
}

function quote(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}
