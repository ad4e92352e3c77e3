/**
 * @jest-environment jsdom
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import type { Cell, Dialect } from '@assay/contracts';
import { chartOf } from '../../apps/api/src/charts/chart-of.js';
import { drawChart } from '../../apps/web/src/question/chart/draw-chart.js';

interface Column {
  type: string;
  name?: string;
  /** As the dialect's driver prints them. */
  cells: Cell[];
  /** In the chart, where it differs. */
  drawn?: string[];
  /** A label of its axis. */
  label: string;
  /** Default: a line, as of a time. */
  mark?: 'bar';
}

const MONTHS = ['2024-01-01', '2024-02-01', '2024-04-01'];
const at = (behind: string): string[] => MONTHS.map((month) => `${month}${behind}`);
/** Months as this type shows them: ` 00:00:00+01` becomes `T00:00:00+01:00`. */
const months = (type: string, behind: string, drawn: string): Column => ({
  type,
  cells: at(behind),
  drawn: at(drawn),
  label: 'Apr 2024',
});
const DATES: Omit<Column, 'type'> = { cells: MONTHS, label: 'Apr 2024' };
const TEXTS: Omit<Column, 'type'> = { cells: ['2024-01', '2024-02', '2024-04'], label: 'Apr 2024' };
const MIDNIGHT = [' 00:00:00', 'T00:00:00Z'] as const;

/** As `values/*.json` of the conformance suite holds them to the engines; SQL Server and Oracle as documented. */
const COLUMNS: Record<Dialect, Column[]> = {
  postgres: [
    { type: 'date', ...DATES },
    months('timestamp', ...MIDNIGHT),
    months('timestamptz', ' 00:00:00+00', 'T00:00:00+00:00'),
    {
      type: 'timestamptz',
      name: 'in Warsaw',
      cells: ['2024-01-01 00:00:00+01', '2024-04-01 00:00:00+02'],
      drawn: ['2024-01-01T00:00:00+01:00', '2024-04-01T00:00:00+02:00'],
      label: 'Apr 2024',
    },
    {
      type: 'timestamptz',
      name: 'in Kolkata',
      cells: ['2024-01-01 10:00:00.5+05:30', '2024-01-01 10:00:01+05:30'],
      drawn: ['2024-01-01T10:00:00.5+05:30', '2024-01-01T10:00:01+05:30'],
      label: '10:00:01 AMJan 1',
    },
    {
      type: 'timestamptz',
      name: 'in two zones',
      cells: ['2024-01-01 00:00:00+00', '2024-02-01 00:00:00+05:30'],
      drawn: ['2024-01-01T00:00:00+00:00', '2024-02-01T00:00:00+05:30'],
      label: 'Jan 2024',
    },
    { type: 'text', ...TEXTS },
    { type: 'numeric', name: 'year', cells: ['2023', '2024'], label: '2024' },
    { type: 'time', cells: ['08:00:00', '09:30:00.5'], label: '09:30:00.5', mark: 'bar' },
    { type: 'timetz', cells: ['08:00:00+02', '09:30:00+02'], label: '09:30:00+02', mark: 'bar' },
    { type: 'interval', cells: ['1 day', '2 days 03:00:00'], label: '2 days 03:00:00', mark: 'bar' },
    {
      type: 'date',
      name: 'endless',
      cells: ['-infinity', '0044-03-15 BC', '2024-01-01', 'infinity'],
      label: '-infinity',
      mark: 'bar',
    },
  ],
  mysql: [
    { type: 'date', ...DATES },
    months('datetime', ...MIDNIGHT),
    months('timestamp', ...MIDNIGHT),
    {
      type: 'datetime',
      name: 'with fractions',
      cells: at(' 13:14:15.500000'),
      drawn: at('T13:14:15.500000Z'),
      label: '1:14:15 PMApr 1',
    },
    {
      type: 'datetime',
      name: 'endless',
      cells: ['2024-01-01 00:00:00.000000', '9999-12-31 23:59:59.999999'],
      drawn: ['2024-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z'],
      label: '9999',
    },
    { type: 'time', cells: ['08:00:00', '36:30:00'], label: '36:30:00', mark: 'bar' },
    { type: 'year', name: 'year', cells: [2023, 2024], drawn: ['2023', '2024'], label: '2024' },
    { type: 'varchar', ...TEXTS },
    { type: 'date', name: 'zero', cells: ['0000-00-00', '2024-00-00'], label: '2024-00-00', mark: 'bar' },
  ],
  mariadb: [],
  sqlite: [
    { type: 'TEXT', ...DATES },
    months('TEXT', ...MIDNIGHT),
    months('TEXT', 'T00:00:00Z', 'T00:00:00Z'),
    {
      type: 'TEXT',
      name: 'without seconds',
      cells: ['2024-01-01T07:44', '2024-02-01T07:44Z'],
      drawn: ['2024-01-01T07:44Z', '2024-02-01T07:44Z'],
      label: '2024',
    },
    { type: 'TEXT', ...TEXTS },
    { type: 'TEXT', name: 'year', cells: ['2023', '2024'], label: '2024', mark: 'bar' },
    { type: 'TEXT', name: 'time', cells: ['08:00:00', '09:00:00'], label: '09:00:00', mark: 'bar' },
  ],
  duckdb: [
    { type: 'DATE', ...DATES },
    months('TIMESTAMP', ...MIDNIGHT),
    months('TIMESTAMP_S', ...MIDNIGHT),
    months('TIMESTAMP_MS', ' 00:00:00.0', 'T00:00:00.0Z'),
    {
      type: 'TIMESTAMP_NS',
      cells: at(' 10:00:00.123456789'),
      drawn: at('T10:00:00.123456789Z'),
      label: '10:00:00 AMApr 1',
    },
    months('TIMESTAMP WITH TIME ZONE', ' 00:00:00-03', 'T00:00:00-03:00'),
    { type: 'VARCHAR', ...TEXTS },
    { type: 'BIGINT', name: 'year', cells: [2023, 2024], drawn: ['2023', '2024'], label: '2024' },
    { type: 'TIME', cells: ['08:00:00', '09:30:00'], label: '09:30:00', mark: 'bar' },
    { type: 'TIME WITH TIME ZONE', cells: ['08:00:00+02', '09:30:00+02'], label: '09:30:00+02', mark: 'bar' },
    { type: 'INTERVAL', cells: ['1 day', '02:00:00'], label: '02:00:00', mark: 'bar' },
    { type: 'DATE', name: 'early', cells: ['0044-03-15 (BC)', '2024-01-01'], label: '0044-03-15 (BC)', mark: 'bar' },
  ],
  clickhouse: [
    { type: 'Date', ...DATES },
    { type: 'Date32', ...DATES },
    months('DateTime', ...MIDNIGHT),
    months("DateTime('Europe/Warsaw')", ...MIDNIGHT),
    {
      type: 'DateTime64(3)',
      cells: at(' 05:30:00.500'),
      drawn: at('T05:30:00.500Z'),
      label: '5:30:00 AMApr 1',
    },
    months("DateTime64(9, 'Asia/Kolkata')", ' 00:00:00.000000000', 'T00:00:00.000000000Z'),
    { type: 'String', ...TEXTS },
    { type: 'UInt16', name: 'toYear(day)', cells: [2023, 2024], drawn: ['2023', '2024'], label: '2024' },
    { type: 'UInt32', name: 'month', cells: [202401, 202404], drawn: ['2024-01', '2024-04'], label: 'Apr 2024' },
  ],
  sqlserver: [
    { type: 'date', ...DATES },
    months('datetime', ' 00:00:00.000', 'T00:00:00.000Z'),
    months('datetime2', ' 00:00:00.0000000', 'T00:00:00.0000000Z'),
    months('smalldatetime', ...MIDNIGHT),
    months('datetimeoffset', ' 00:00:00.0000000+00:00', 'T00:00:00.0000000+00:00'),
    { type: 'time', cells: ['08:00:00.0', '13:14:15.5'], label: '13:14:15.5', mark: 'bar' },
  ],
  oracle: [
    months('DATE', ...MIDNIGHT),
    months('TIMESTAMP', ' 00:00:00.000000000', 'T00:00:00.000000000Z'),
    months('TIMESTAMP WITH TIME ZONE', ' 00:00:00.000000000+02:00', 'T00:00:00.000000000+02:00'),
    months('TIMESTAMP WITH TIME ZONE', ' 00:00:00 +0530', 'T00:00:00+05:30'),
    months('TIMESTAMP WITH TIME ZONE', ' 00:00:00 +05:30', 'T00:00:00+05:30'),
    { type: 'VARCHAR2', ...TEXTS },
  ],
};
COLUMNS.mariadb = COLUMNS.mysql;

const CASES = Object.entries(COLUMNS).flatMap(([dialect, columns]) =>
  columns.map((column, index) => [dialect, column.name ?? column.type, index, column] as const),
);

it.each(CASES)('draws %s %s (%#)', async (dialect, name, index, { type, cells, drawn = cells, label, mark }) => {
  const warned = jest.spyOn(console, 'warn');
  const rows = cells.map((cell, row): Cell[] => [cell, String(12.5 + ((row * 7) % 4))]);
  const columns = [
    { name, type },
    { name: 'revenue', type: 'decimal' },
  ];
  const spec = chartOf({ columns, rows, truncated: false });
  if (typeof spec === 'string') throw new Error(spec);
  const shown = spec.data.values.map(({ c0 }) => c0);
  expect(shown).toEqual(drawn);
  expect([spec.mark, spec.encoding.x.type]).toEqual(mark === 'bar' ? ['bar', 'quantitative'] : ['line', 'temporal']);
  const isTime = spec.encoding.x.type === 'temporal';
  expect(isTime && shown.some((value) => Number.isNaN(Date.parse(String(value))))).toBe(false);
  const svg = drawChart(spec, 600);
  if (typeof svg === 'string') throw new Error(svg);
  expect(svg.textContent).toContain(label);
  expect(svg.outerHTML).not.toMatch(/NaN|Infinity|Invalid|undefined/);
  expect(warned).not.toHaveBeenCalled();
  const folder = process.env['ASSAY_SCREENSHOTS'];
  if (folder !== undefined) await writeFile(join(folder, `chart-${dialect}-${index}.svg`), svg.outerHTML);
});
