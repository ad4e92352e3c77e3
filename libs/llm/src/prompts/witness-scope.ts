import type { WitnessView } from '@assay/contracts';
import { rowLines } from './describe-result.js';

export interface WitnessScope {
  tables: string;
  results: { label: string; title: string; text: string }[];
}

export function witnessScope(witnesses: readonly WitnessView[], labelOf: (number: number) => string): WitnessScope[] {
  return witnesses.map(({ tables, numberA, resultA, numberB, resultB }) => ({
    tables: Object.entries(tables)
      .map(([name, { columns, rows }]) => [`${name} (${columns.join(', ')})`, ...rowLines(rows)].join('\n'))
      .join('\n\n'),
    results: [
      { ...labels(labelOf(numberA)), text: resultText(resultA) },
      { ...labels(labelOf(numberB)), text: resultText(resultB) },
    ],
  }));
}

function labels(label: string): { label: string; title: string } {
  return { label, title: label.charAt(0).toUpperCase() + label.slice(1) };
}

function resultText({ columns, rows, error }: WitnessView['resultA']): string {
  if (error !== null) return error;
  const names = `columns: ${columns.map(({ name }) => name).join(', ')}`;
  return rows.length === 0 ? `${names}\n(no rows)` : [names, ...rowLines(rows)].join('\n');
}
