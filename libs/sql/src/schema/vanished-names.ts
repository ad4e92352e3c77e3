import type { DatabaseSchema, Dialect } from '@assay/contracts';
import { StatementText } from '../outline/statement-text.js';
import { tablesIn } from '../outline/used-tables.js';

/** Columns by table, unqualified and in lower case; of the past, too. */
export type SchemaNames = Readonly<Record<string, readonly string[]>>;

export function schemaNames({ tables }: DatabaseSchema): SchemaNames {
  const names = new Map<string, Set<string>>();
  for (const { name, columns } of tables) {
    const known = names.get(name.toLowerCase()) ?? new Set();
    for (const column of columns) known.add(column.name.toLowerCase());
    names.set(name.toLowerCase(), known);
  }
  return Object.fromEntries([...names].map(([table, columns]) => [table, [...columns]]));
}

/** Names that a database no longer has. Uses are detected without the database, and only if unambiguous. */
export class VanishedNames {
  private readonly now: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly columns = new Map<string, ReadonlySet<string>>();
  private readonly anywhere: ReadonlySet<string>;
  private readonly ever: DatabaseSchema;

  constructor(seen: SchemaNames, schema: DatabaseSchema) {
    this.now = new Map(Object.entries(schemaNames(schema)).map(([table, columns]) => [table, new Set(columns)]));
    for (const [table, columns] of Object.entries(seen)) {
      const present = this.now.get(table);
      const gone = new Set(columns.filter((column) => !present?.has(column)));
      if (gone.size > 0 || present === undefined) this.columns.set(table, gone);
    }
    this.anywhere = new Set([...this.now].flatMap(([table, columns]) => [table, ...columns]));
    const names = new Set([...Object.keys(seen), ...this.now.keys()]);
    this.ever = { ...schema, tables: [...names].map(tableOfName) };
  }

  get isEmpty(): boolean {
    return this.columns.size === 0;
  }

  /** `table` or `table.column`, without duplicates. */
  inSql(sql: string, dialect: Dialect): string[] {
    if (this.isEmpty) return [];
    const text = new StatementText(sql, dialect);
    const own = outputNames(text);
    const sources = new Map([...tablesIn(text, this.ever).byAlias].map(([alias, { name }]) => [alias, name] as const));
    for (const [alias, table] of sources) if (own.queries.has(table)) sources.delete(alias);
    const used = new Set(sources.values());
    const gone = [...used].filter((table) => !this.now.has(table));
    const columns = text.tokens.flatMap((_token, place) => {
      const name = text.name(place);
      if (name === null) return [];
      if (text.word(place - 1) === '.') {
        const table = sources.get(text.name(place - 2) ?? '');
        return table !== undefined && this.isGone(table, name) ? [`${table}.${name}`] : [];
      }
      return own.columns.has(name) || ['(', '.'].includes(text.word(place + 1)) ? [] : this.unqualified(name, used);
    });
    return [...new Set([...gone, ...columns])];
  }

  /** Identifiers in prose: `table.column`, quoted, or with underscore or digit. Plain words are ignored. */
  inText(text: string): string[] {
    if (this.isEmpty) return [];
    const found = new Set<string>();
    for (const [, table = '', column = ''] of text
      .toLowerCase()
      .matchAll(/([\p{L}_][\p{L}\p{N}_]*)["`\]]?\.["`[]?([\p{L}_][\p{L}\p{N}_]*)/gu)) {
      if (!this.columns.has(table)) continue;
      if (!this.now.has(table)) found.add(table);
      else if (this.isGone(table, column)) found.add(`${table}.${column}`);
    }
    for (const name of identifiersIn(text)) {
      if (this.anywhere.has(name)) continue;
      if (this.columns.has(name) && !this.now.has(name)) found.add(name);
      const owner = [...this.columns].find(([, gone]) => gone.has(name));
      if (owner !== undefined) found.add(`${owner[0]}.${name}`);
    }
    return [...found];
  }

  private isGone(table: string, column: string): boolean {
    return this.now.has(table) && this.columns.get(table)?.has(column) === true;
  }

  private unqualified(name: string, used: ReadonlySet<string>): string[] {
    const owner = [...used].find((table) => this.isGone(table, name));
    if (owner === undefined || [...used].some((table) => this.now.get(table)?.has(name))) return [];
    return [`${owner}.${name}`];
  }
}

function outputNames(text: StatementText): { columns: Set<string>; queries: Set<string> } {
  const columns = new Set<string>();
  const queries = new Set<string>();
  for (const place of text.tokens.keys()) {
    const name = text.name(place);
    if (name === null) continue;
    if (text.word(place - 1) === 'as') columns.add(name);
    const opensQuery = ['(', 'materialized', 'not'].includes(text.word(place + 2));
    if (text.word(place + 1) === 'as' && opensQuery) queries.add(name);
  }
  return { columns, queries };
}

function identifiersIn(text: string): string[] {
  const quoted = [...text.matchAll(/["`]([\p{L}_][\p{L}\p{N}_]*)["`]/gu)].map(([, name = '']) => name);
  const spelt = (text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter((word) => /\p{L}.*[_\p{N}]|_.*\p{L}/u.test(word));
  return [...new Set([...quoted, ...spelt].map((name) => name.toLowerCase()))];
}

function tableOfName(name: string): DatabaseSchema['tables'][number] {
  return {
    schema: null,
    name,
    kind: 'table',
    description: null,
    rowEstimate: null,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  };
}
