import type { DatabaseSchema, Dialect, TableSchema } from '@assay/contracts';
import { ordersRows, StatementText, tablesIn, type SqlToken } from '@assay/sql';
import { featuresOf } from './features.js';
import { gatheredColumns } from './gathered-columns.js';
import { LinkedColumns } from './linked-columns.js';
import type { ColumnLiteral, ColumnReference, StatementFacts } from './statement-facts.js';

const CLOCK =
  /^(now|today|current_(date|time|timestamp)|local(time|timestamp)|getdate|getutcdate|sys(date|datetime|timestamp)|curdate|curtime|utc_(date|time|timestamp)|(statement|clock|transaction)_timestamp|unix_timestamp|julianday|now64|yesterday|utctimestamp)$/;
const RANDOM = /^(rand\w*|newid|gen_random_uuid|uuid|generateuuidv\w+)$/;
const LIMITS = new Set(['limit', 'offset', 'first', 'next', 'top']);
const AGGREGATES = new Set(['count', 'sum', 'avg', 'total']);

export async function readStatement(sql: string, dialect: Dialect, schema: DatabaseSchema): Promise<StatementFacts> {
  const text = new StatementText(sql, dialect);
  const { tables, byAlias } = tablesIn(text, schema);
  const reader = new Reader(text, tables, byAlias);
  reader.read();
  const words = text.tokens.map((token) => token.text.toLowerCase());
  return {
    tables: tables.map(({ name }) => name.toLowerCase()),
    literals: reader.literals,
    counts: reader.counts,
    linked: reader.linked.pairs,
    ordered: await ordersRows(sql, dialect),
    readsClock: words.some((word) => CLOCK.test(word) || word === "'now'"),
    isRandom: words.some((word, index) => RANDOM.test(word) && words[index + 1] === '('),
    gathered: gatheredColumns(text),
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
    private readonly text: StatementText,
    tables: readonly TableSchema[],
    private readonly byAlias: ReadonlyMap<string, TableSchema>,
  ) {
    this.columns = new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())));
  }

  read(): void {
    for (const [index, token] of this.text.tokens.entries()) {
      const column = this.columnAt(index);
      if (column !== null) {
        this.current = column;
        this.linked.visitColumn(column);
      } else if (token.kind === 'number') this.visitNumber(Number(token.text), index);
      else if (isText(token)) this.visitText(textOf(token), index);
      else this.visitWord(token.text.toLowerCase());
    }
  }

  columnAt(index: number): ColumnReference | null {
    const { text } = this;
    const name = text.name(index);
    const next = text.word(index + 1);
    if (name === null || next === '(' || next === '.' || !this.columns.has(name)) return null;
    const qualifier = text.word(index - 1) === '.' ? this.byAlias.get(text.name(index - 2) ?? '') : undefined;
    return { table: qualifier?.name.toLowerCase() ?? null, column: name };
  }

  private visitNumber(value: number, index: number): void {
    const before = this.text.word(index - 1);
    const isNegative = before === '-' && /^[=<>(,]|^and$|^between$/i.test(this.text.tokens[index - 2]?.text ?? '=');
    if (this.inAggregate || LIMITS.has(before)) this.counts.push(value);
    if (this.current !== null && !LIMITS.has(before)) this.addLiteral(isNegative ? -value : value, false);
  }

  private visitText(value: string, index: number): void {
    const before = this.text.word(index - 1);
    if (this.current !== null) this.addLiteral(value, /like|glob|regexp|rlike|similar/.test(before));
  }

  private addLiteral(value: string | number, isPattern: boolean): void {
    if (this.current !== null) this.literals.push({ ...this.current, value, isPattern });
  }

  private visitWord(word: string): void {
    this.linked.visitWord(word);
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
