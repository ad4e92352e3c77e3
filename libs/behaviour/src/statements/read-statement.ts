import type { DatabaseSchema, Dialect, TableSchema } from '@assay/contracts';
import { ordersRows, statementTokens, tokenize, usedTables, type SqlToken } from '@assay/sql';
import { featuresOf } from './features.js';
import { gatheredColumns } from './gathered-columns.js';
import { LinkedColumns } from './linked-columns.js';
import type { ColumnLiteral, ColumnReference, StatementFacts } from './statement-facts.js';

const CLOCK =
  /^(now|today|current_(date|time|timestamp)|local(time|timestamp)|getdate|getutcdate|sys(date|datetime|timestamp)|curdate|curtime|utc_(date|time|timestamp)|(statement|clock|transaction)_timestamp|unix_timestamp|julianday)$/;
const RANDOM = /^(random|rand|randomblob|newid|gen_random_uuid|uuid)$/;
const LIMITS = new Set(['limit', 'offset', 'first', 'next', 'top']);
const AGGREGATES = new Set(['count', 'sum', 'avg', 'total']);

export async function readStatement(sql: string, dialect: Dialect, schema: DatabaseSchema): Promise<StatementFacts> {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const { tables, byAlias } = usedTables(schema, sql, dialect);
  const reader = new Reader(tokens, tables, byAlias);
  reader.read();
  const words = tokens.map(({ text }) => text.toLowerCase());
  return {
    tables: tables.map(({ name }) => name.toLowerCase()),
    literals: reader.literals,
    counts: reader.counts,
    linked: reader.linked.pairs,
    ordered: await ordersRows(sql, dialect),
    readsClock: words.some((word) => CLOCK.test(word) || word === "'now'"),
    isRandom: words.some((word, index) => RANDOM.test(word) && words[index + 1] === '('),
    gathered: gatheredColumns(tokens),
    features: featuresOf(words, (index) => reader.columnAt(index)),
  };
}

class Reader {
  readonly literals: ColumnLiteral[] = [];
  readonly counts: number[] = [];
  readonly linked = new LinkedColumns();
  private readonly columns: ReadonlySet<string>;
  private current: ColumnReference | null = null;
  private inAggregate = false;

  constructor(
    private readonly tokens: readonly SqlToken[],
    tables: readonly TableSchema[],
    private readonly byAlias: ReadonlyMap<string, TableSchema>,
  ) {
    this.columns = new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())));
  }

  read(): void {
    for (const [index, token] of this.tokens.entries()) {
      const column = this.columnAt(index);
      if (column !== null) {
        this.current = column;
        this.linked.seeColumn(column);
      } else if (token.kind === 'number') this.seeNumber(Number(token.text), index);
      else if (isText(token)) this.seeText(textOf(token), index);
      else this.seeWord(token.text.toLowerCase());
    }
  }

  columnAt(index: number): ColumnReference | null {
    const token = this.tokens[index];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return null;
    const name = nameOf(token);
    const next = this.tokens[index + 1]?.text;
    if (next === '(' || next === '.' || !this.columns.has(name)) return null;
    const isQualified = this.tokens[index - 1]?.text === '.';
    const qualifier = isQualified ? this.byAlias.get(nameOf(this.tokens[index - 2])) : undefined;
    return { table: qualifier?.name.toLowerCase() ?? null, column: name };
  }

  private seeNumber(value: number, index: number): void {
    const before = this.tokens[index - 1]?.text.toLowerCase() ?? '';
    const isNegative = before === '-' && /^[=<>(,]|^and$|^between$/i.test(this.tokens[index - 2]?.text ?? '=');
    if (this.inAggregate || LIMITS.has(before)) this.counts.push(value);
    if (this.current !== null && !LIMITS.has(before)) this.addLiteral(isNegative ? -value : value, false);
  }

  private seeText(value: string, index: number): void {
    const before = this.tokens[index - 1]?.text.toLowerCase() ?? '';
    if (this.current !== null) this.addLiteral(value, /like|glob|regexp|rlike|similar/.test(before));
  }

  private addLiteral(value: string | number, isPattern: boolean): void {
    if (this.current !== null) this.literals.push({ ...this.current, value, isPattern });
  }

  private seeWord(word: string): void {
    this.linked.seeWord(word);
    if (AGGREGATES.has(word)) this.inAggregate = true;
    if (word === 'and' || word === 'or' || word === 'order' || word === 'where') this.inAggregate = false;
    if (word === 'select' || word === 'from') this.current = null;
  }
}

/** SQLite and MySQL: `"x"` is a string if no column has the name. */
function isText({ kind, text }: SqlToken): boolean {
  return kind === 'string' || (kind === 'quoted' && text.startsWith('"'));
}

function textOf({ text }: SqlToken): string {
  const body = text.slice(text.search(/['"]/) + 1, -1);
  return body.replaceAll("''", "'").replaceAll('""', '"');
}

function nameOf(token: SqlToken | undefined): string {
  const text = token?.text ?? '';
  return (token?.kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}
