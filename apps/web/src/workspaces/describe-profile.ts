import { formatNumber, formatPercent } from '@assay/client';
import type { Cell, ColumnProfile, StatedRules, TableProfile, TableSchema } from '@assay/contracts';

/** Per table column; empty if unknown. */
export interface DescribedColumn {
  values: string;
  range: string;
  frequent: string;
}

const FREQUENT = 4;

type Named = Pick<TableSchema, 'schema' | 'name'>;

/** Finds what is known of a table. */
export function sameTable(table: Named): (of: Named) => boolean {
  return ({ schema, name }) => name === table.name && schema === table.schema;
}

export function describeColumn(
  column: ColumnProfile,
  { rowCount, sampleRows }: Pick<TableProfile, 'rowCount' | 'sampleRows'>,
): DescribedColumn {
  const { distinct, nullShare, minimum, maximum, frequent, pattern, sampled } = column;
  const inSample = sampleRows === undefined ? '' : ` in a sample of ${formatNumber(sampleRows)} rows`;
  const ofSample = (what: 'distinct' | 'range'): string => (sampled?.includes(what) === true ? inSample : '');
  const filled = Math.round(rowCount * (1 - nullShare));
  const isUnique = filled > 1 && distinct === filled && ofSample('distinct') === '';
  const isAlike = sampleRows === undefined || (frequent[0]?.count ?? 0) > 1;
  const parts = [
    isUnique ? 'all different' : `${formatNumber(distinct)} different${ofSample('distinct')}`,
    nullShare === 0 ? null : `${formatPercent(nullShare * 100)} empty`,
    pattern === null ? null : `${PATTERNS[pattern]}${inSample}`,
  ];
  return {
    values: rowCount === 0 ? '' : parts.filter((part) => part !== null).join(', '),
    range: minimum === null ? '' : `${rangeOf(minimum, maximum)}${ofSample('range')}`,
    frequent: (isUnique || !isAlike ? [] : frequent)
      .slice(0, FREQUENT)
      .map(
        ({ value, count }) =>
          `${text(value)} (${sampleRows === undefined ? formatNumber(count) : formatPercent((count / sampleRows) * 100)})`,
      )
      .join(', '),
  };
}

function rangeOf(minimum: Cell, maximum: Cell): string {
  return minimum === maximum ? text(minimum) : `${text(minimum)} … ${text(maximum)}`;
}

const PATTERNS: Record<NonNullable<ColumnProfile['pattern']>, string> = {
  integer: 'whole numbers as text',
  decimal: 'numbers as text',
  date: 'dates as text',
  datetime: 'times as text',
  time: 'times as text',
  lower: 'lower case',
  upper: 'upper case',
  'yes-no': 'yes or no',
};

export function describeRegularities(table: TableProfile): string[] {
  const deciding = Map.groupBy(table.dependencies, ({ from }) => from);
  return [
    ...table.unique.map((columns) => `No two rows have the same ${columns.join(' and ')}.`),
    ...[...deciding].map(
      ([from, all]) => `Rows with the same ${from} have the same ${all.map(({ to }) => to).join(', ')}.`,
    ),
    ...table.orders.map(({ low, high }) => `${low} is never above ${high}.`),
    ...table.inclusions.map(
      ({ column, table: other, otherColumn }) => `Every ${column} occurs in ${other}.${otherColumn}.`,
    ),
  ];
}

export function describeStated({ unique, notNull, values, foreignKeys }: StatedRules): string[] {
  return [
    ...unique.map((columns) => `No two rows have the same ${columns.join(' and ')}.`),
    ...notNull.map((column) => `${column} is never empty.`),
    ...values.map((list) => `${list.column} is one of ${list.values.map(text).join(', ')}.`),
    ...foreignKeys.map(
      ({ columns, referencedTable, referencedColumns }) =>
        `Every ${columns.join(' with ')} occurs in ${referencedTable} (${referencedColumns.join(', ')}).`,
    ),
  ];
}

function text(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (cell === '') return '“”';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
