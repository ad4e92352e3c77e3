import { readFileSync } from 'node:fs';
import type { DemoTable } from './demo-schema.js';

export function demoRows<Row extends object>(table: DemoTable): Row[] {
  const file = new URL(`../../../demo/bookshop/${table}.json`, import.meta.url);
  const [columns, ...rows] = JSON.parse(readFileSync(file, 'utf8')) as [string[], ...unknown[][]];
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])) as Row);
}
