import type { Dialect } from '@assay/contracts';
import { quoteName } from '@assay/sql';
import type { Grammar } from './grammar.js';

/** Names that need quotes, among others. */
const NAMES = ['a', 'Mixed Case', 'select', 'größe', 'dot.name', "it's", 'x1', '日付', 'order', 'tail_'];
const ROWS = 9;
const DEPTH = 2;

interface Column {
  name: string;
  type: string;
  kind: string;
}

interface Table {
  name: string;
  columns: Column[];
}

/** Generates schemas and statements over them; a seed always gives the same ones. */
export class Generator {
  private tables: Table[] = [];
  private state: number;

  constructor(
    private readonly dialect: Dialect,
    private readonly grammar: Grammar,
    seed: number,
  ) {
    this.state = seed;
  }

  /** Two tables with rows; later statements read them. @returns statements that make them */
  schema(number: number): string[] {
    this.tables = ['left', 'Right side'].map((name) => ({ name: `${name} ${number}`, columns: this.columns() }));
    return this.tables.flatMap(({ name, columns }) => [
      `create table ${this.quote(name)} (id integer primary key, ${columns
        .map((column) => `${this.quote(column.name)} ${column.type}`)
        .join(', ')})`,
      `insert into ${this.quote(name)} values ${Array.from(
        { length: ROWS },
        (_, id) => `(${[id, ...columns.map(({ type }) => this.value(type))].join(', ')})`,
      ).join(', ')}`,
    ]);
  }

  statement(): string {
    const forms = ['plain', 'plain', 'joined', 'grouped', 'windowed', 'combined', 'nested'] as const;
    return this[this.pick(forms)]();
  }

  private plain(): string {
    const table = this.pick(this.tables);
    const sql = `select ${this.items(table)} from ${this.quote(table.name)} t`;
    return this.chance(0.5) ? `${sql} where ${this.expression('condition', table)}` : `${sql} order by t.id desc`;
  }

  private joined(): string {
    const [left, right] = [this.pick(this.tables), this.pick(this.tables)];
    const join = this.pick(['join', 'left join', 'cross join']);
    const on = join === 'cross join' ? '' : ` on t.id = u.id and ${this.expression('condition', left)}`;
    const columns = right.columns.map(({ name }) => `u.${this.quote(name)}`);
    return `select ${this.items(left)}, ${this.pick(columns)} as other from ${this.quote(left.name)} t ${join} ${this.quote(right.name)} u${on}`;
  }

  private grouped(): string {
    const table = this.pick(this.tables);
    const key = this.expression(this.pick(['integer', 'text', 'condition']), table);
    const measures = Array.from({ length: 3 }, () => this.fill(this.pick(this.grammar.aggregates), table, 1));
    const having = this.chance(0.3) ? ' having count(*) > 1' : '';
    return `select ${[key, ...measures].join(', ')} from ${this.quote(table.name)} t group by ${key}${having}`;
  }

  private windowed(): string {
    const table = this.pick(this.tables);
    const windows = Array.from({ length: 2 }, () => this.fill(this.pick(this.grammar.windows), table, 1));
    return `select t.id, ${windows.join(', ')} from ${this.quote(table.name)} t`;
  }

  private combined(): string {
    const kind = this.pick(this.grammar.comparable);
    const part = (): string => {
      const table = this.pick(this.tables);
      return `select ${this.expression(kind, table)} as c from ${this.quote(table.name)} t`;
    };
    return `${part()} ${this.pick(['union', 'union all', 'except', 'intersect'])} ${part()}`;
  }

  private nested(): string {
    const table = this.pick(this.tables);
    const name = this.quote(table.name);
    const inner = `select ${this.items(table)} from ${name} t`;
    return this.pick([
      `with c as (${inner}) select * from c`,
      `select distinct * from (${inner}) c`,
      `select t.id, (${this.fill(`select ${this.pick(this.grammar.aggregates)} from ${name} t`, table, 1)}) from ${name} t`,
      `select ${this.items(table)} from ${name} t where exists (select 1 from ${name} u where u.id > t.id)`,
    ]);
  }

  private items(table: Table): string {
    const kinds = [...new Set([...table.columns.map(({ kind }) => kind), ...Object.keys(this.grammar.expressions)])];
    return Array.from({ length: 1 + this.below(4) }, (_, at) => {
      const item = this.chance(0.5) ? this.column(this.pick(table.columns)) : this.expression(this.pick(kinds), table);
      return `${item} as ${this.quote(`${NAMES[at] ?? ''}_${at}`)}`;
    }).join(', ');
  }

  private expression(kind: string, table: Table, depth = DEPTH): string {
    const columns = table.columns.filter((column) => column.kind === kind);
    const templates = this.grammar.expressions[kind] ?? [];
    if (templates.length > 0 && (!this.isStored(kind) || (depth > 0 && this.chance(0.6)))) {
      const simple = depth > 0 ? templates : templates.filter((template) => !template.includes('{condition}'));
      return this.fill(this.pick(simple), table, depth);
    }
    return columns.length > 0 && this.chance(0.8) ? this.column(this.pick(columns)) : this.literal(kind);
  }

  private fill(template: string, table: Table, depth: number): string {
    return template.replace(/\{(\w+)\}/g, (_, kind: string) => this.expression(kind, table, depth - 1));
  }

  private isStored(kind: string): boolean {
    return kind !== 'condition' && Object.values(this.grammar.columns).some((column) => column.kind === kind);
  }

  private literal(kind: string): string {
    const [type, { values }] = this.pick(
      Object.entries(this.grammar.columns).filter(([, column]) => column.kind === kind),
    );
    const value = this.pick(values);
    return this.grammar.literal(value, type);
  }

  private value(type: string): string {
    return this.chance(0.2) ? 'null' : this.pick(this.grammar.columns[type]?.values ?? []);
  }

  private columns(): Column[] {
    const types = Object.entries(this.grammar.columns);
    return NAMES.map((name) => {
      const [type, { kind }] = this.pick(types);
      return { name, type, kind };
    });
  }

  private column({ name }: Column): string {
    return `t.${this.quote(name)}`;
  }

  private quote(name: string): string {
    return quoteName({ schema: null, name }, this.dialect);
  }

  private pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  private chance(probability: number): boolean {
    return this.below(1000) < probability * 1000;
  }

  /** Mulberry32. */
  private below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
}
