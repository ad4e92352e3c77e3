import { StatementText } from '@assay/sql/outline';
import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import type { MetricFormula, TableName } from '../item.js';

interface LogicalTable {
  table: TableName;
  /** SQL expressions by lower-case logical name. */
  fields: Map<string, string>;
  /** Parts of the definition that are not read; they may restrict the rows. */
  unread: readonly string[];
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

export class LogicalTables {
  private readonly tables = new Map<string, LogicalTable>();

  private readonly collector: Collector;

  constructor(collector: Collector) {
    this.collector = collector;
  }

  add(name: string, table: TableName, unread: readonly string[] = []): void {
    this.tables.set(name.toLowerCase(), { table, fields: new Map(), unread });
  }

  tableOf(name: string | null): TableName | null {
    return this.tables.get(name?.toLowerCase() ?? '')?.table ?? null;
  }

  columnOf(table: string, field: string): string | null {
    const expression = this.tables.get(table.toLowerCase())?.fields.get(field.toLowerCase());
    if (expression === undefined) return field;
    return plainColumn(expression);
  }

  addField(table: string, name: string, expression: string | null, { text, synonyms }: FieldWords): void {
    const known = this.tables.get(table.toLowerCase());
    if (known === undefined) return;
    known.fields.set(name.toLowerCase(), expression ?? name);
    const column = plainColumn(expression ?? name);
    const about = { name, synonyms };
    if (column === null) {
      const definition = [text, `Computed as ${expression} over ${known.table.name}.`].filter(Boolean).join(' ');
      this.collector.take({ kind: 'term', ...about, text: definition, table: known.table, column: null });
      return;
    }
    if (text !== null) this.collector.take({ kind: 'description', table: known.table, column, text });
    const names = column.toLowerCase() === name.toLowerCase() ? synonyms : [name, ...synonyms];
    this.addTerm(names, known.table, column);
  }

  addTerm([name, ...synonyms]: readonly string[], table: TableName, column: string | null): void {
    if (name !== undefined) this.collector.take({ kind: 'term', name, synonyms, text: null, table, column });
  }

  addRelationship(what: string, from: Side, to: Side): void {
    const [table, other] = [this.tableOf(from.table), this.tableOf(to.table)];
    if (table === null || other === null)
      return this.collector.leave(what, 'joins a table that the document does not define');
    const [columns, toColumns] = [from, to].map((side) =>
      side.columns.map((name) => this.columnOf(side.table ?? '', name)),
    );
    if (!columns || !toColumns || columns.length === 0 || columns.length !== toColumns.length)
      return this.collector.leave(what, 'does not pair the columns of both sides');
    if ([...columns, ...toColumns].includes(null))
      return this.collector.leave(what, 'joins by an expression, not by columns');
    this.collector.take({
      kind: 'relationship',
      table,
      columns: columns as string[],
      to: other,
      toColumns: toColumns as string[],
    });
  }

  /** Takes a metric with its formula if it concerns one table with known fields; else its description only. */
  takeMetric({ name, text, synonyms, expression, own, unread, isDerived }: LogicalMetric): void {
    const computed = this.formulaOf(expression, own);
    const more = [...new Set([...unread, ...computed.unread])];
    const why =
      more.length > 0
        ? `says ${more.join(' and ')}, which is not read`
        : isDerived
          ? 'is made of other metrics'
          : computed.formula === null
            ? 'does not read columns of one table alone'
            : null;
    if (more.length > 0 && text === null) return this.collector.leave(`metric ${name}`, why ?? '');
    const stored = more.length > 0 ? null : expression;
    const formula = why === null ? computed.formula : null;
    this.collector.take({ kind: 'metric', name, synonyms, text, expression: stored, tables: computed.tables, formula });
    if (why !== null) this.collector.leave(`computation of metric ${name}`, why);
  }

  /** @param own table of unqualified names */
  private formulaOf(expression: string, own: string | null): Computed {
    const text = new StatementText(expression, 'postgres');
    const named = text.tokens.flatMap((_token, place) =>
      text.word(place + 1) === '.' ? (text.name(place) ?? []) : [],
    );
    const used = new Set([...(own === null ? [] : [own.toLowerCase()]), ...named]);
    const known = [...used].flatMap((name) => this.tables.get(name) ?? []);
    const computed = { tables: known.map(({ table }) => table), unread: known.flatMap(({ unread }) => unread) };
    const [only] = used;
    const [table] = known;
    if (!text.isWhole || used.size !== 1 || only === undefined || table === undefined)
      return { ...computed, formula: null };
    const written = substituted(text, only, table.fields);
    // A second substitution would change it: a name may be that of a field or of a column.
    if (written !== substituted(new StatementText(written, 'postgres'), only, table.fields))
      return { ...computed, formula: null };
    return {
      ...computed,
      formula: { kind: 'aggregate', table: table.table, alias: only, expression: written, filters: [] },
    };
  }
}

interface LogicalMetric extends FieldWords {
  name: string;
  expression: string;
  /** Table of unqualified names. */
  own: string | null;
  unread: readonly string[];
  isDerived: boolean;
}

interface Computed {
  formula: MetricFormula | null;
  tables: TableName[];
  unread: string[];
}

export interface FieldWords {
  text: string | null;
  synonyms: string[];
}

export interface Side {
  table: string | null;
  columns: string[];
}

/** Parses `catalog.schema.table`. */
export function tableOfPath(path: string): TableName | null {
  const parts = path.split('.').map((part) => part.trim().replace(/^["`[]|["`\]]$/g, ''));
  const name = parts.at(-1) ?? '';
  return parts.length > 3 || parts.some((part) => part === '' || /[\s()]/.test(part))
    ? null
    : { schema: parts.at(-2) ?? null, name };
}

export function tableOfParts(node: DocumentNode): TableName | null {
  const name = node.at('table').text();
  return name === null ? null : { schema: node.at('schema').text(), name };
}

function substituted(text: StatementText, alias: string, fields: ReadonlyMap<string, string>): string {
  let [written, from] = ['', 0];
  text.tokens.forEach((token, place) => {
    const name = text.name(place);
    const meant = name === null || ['(', '.'].includes(text.word(place + 1)) ? undefined : fields.get(name);
    if (meant === undefined || name === meant.toLowerCase()) return;
    const isQualified = text.word(place - 1) === '.' && text.name(place - 2) === alias;
    const start = isQualified ? (text.tokens[place - 2]?.start ?? token.start) : token.start;
    written += text.sql.slice(from, start) + (PLAIN_NAME.test(meant) ? meant : `(${meant})`);
    from = token.end;
  });
  return written + text.sql.slice(from);
}

function plainColumn(expression: string): string | null {
  const name = expression.trim().replace(/^"([^"]+)"$/, '$1');
  return PLAIN_NAME.test(name) ? name : null;
}
