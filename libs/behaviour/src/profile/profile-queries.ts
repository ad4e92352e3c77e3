import type { ColumnSchema, Dialect, TableSchema } from '@assay/contracts';
import { firstRows, quoteIdentifier, quoteName } from '@assay/sql';
import { columnKind } from '../instances/column-kind.js';

const SAMPLE_ROWS = 2000;
/** Most rows that a statement reads; what they show counts as a rule of larger tables. */
export const MOST_COUNTED = 100_000;

/** Types that SQL Server or Oracle cannot compare. */
const LARGE = /^(?:n?text|[nb]?clob|long)\b/i;

export function askedOf({ type }: ColumnSchema, dialect: Dialect): { isCompared: boolean; isOrdered: boolean } {
  const kind = columnKind(type);
  const isLarge = (dialect === 'sqlserver' || dialect === 'oracle') && LARGE.test(type);
  const isCompared = kind !== 'other' && !isLarge;
  return { isCompared, isOrdered: isCompared && kind !== 'boolean' && kind !== 'uuid' };
}

export type Rule = { kind: 'together'; columns: readonly string[] } | { kind: 'order'; low: string; high: string };

export class ProfileQueries {
  constructor(
    private readonly table: TableSchema,
    readonly dialect: Dialect,
  ) {}

  get count(): string {
    return `select count(*) from ${this.counted('1 as one')}`;
  }

  get sample(): string {
    return firstRows(this.dialect, this.names(this.table.columns.map(({ name }) => name)), this.name, SAMPLE_ROWS);
  }

  /** Row count; per column count, and if `askedOf` permits (never for JSON) distinct count, minimum, maximum. */
  get facts(): string {
    const { columns } = this.table;
    const asked = columns.flatMap((column) => {
      const [name, { isCompared, isOrdered }] = [this.quote(column.name), askedOf(column, this.dialect)];
      return [
        `count(${name})`,
        ...(isCompared ? [`count(distinct ${name})`] : []),
        ...(isOrdered ? [`min(${name})`, `max(${name})`] : []),
      ];
    });
    const names = this.names(columns.map(({ name }) => name));
    return `select ${['count(*)', ...asked].join(', ')} from ${this.counted(names)}`;
  }

  /** Distinct combinations for `together`, violations for `order`. */
  breaches(rules: readonly Rule[]): string {
    const asked = rules.map((rule) => {
      if (rule.kind === 'order') {
        const [low, high] = [this.quote(rule.low), this.quote(rule.high)];
        return `(select count(*) from ${this.counted(`${low}, ${high}`)} where ${low} > ${high})`;
      }
      const names = this.names(rule.columns);
      return `(select count(*) from (select distinct ${names} from ${this.counted(names)}) ${this.quote('together')})`;
    });
    return `select ${asked.join(', ')}${this.dialect === 'oracle' ? ' from dual' : ''}`;
  }

  /** Per pair: values missing in the other table. */
  orphanCounts(
    links: readonly { column: string; schema: string | null; table: string; otherColumn: string }[],
  ): string {
    const asked = links.map(({ column, schema, table, otherColumn }) => {
      const [own, other] = [this.quote(column), this.quote(otherColumn)];
      const parents = `select ${other} from ${quoteName({ schema, name: table }, this.dialect)} where ${other} is not null`;
      return `(select count(*) from ${this.counted(own)} where ${own} not in (${parents}))`;
    });
    return `select ${asked.join(', ')}${this.dialect === 'oracle' ? ' from dual' : ''}`;
  }

  private counted(columns: string): string {
    return `(${firstRows(this.dialect, columns, this.name, MOST_COUNTED)}) ${this.quote('counted')}`;
  }

  private get name(): string {
    return quoteName(this.table, this.dialect);
  }

  private names(columns: readonly string[]): string {
    return columns.map((column) => this.quote(column)).join(', ');
  }

  private quote(name: string): string {
    return quoteIdentifier(name, this.dialect);
  }
}
