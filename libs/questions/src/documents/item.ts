import type { MetricFormula, TableName } from '@assay/contracts';
import { formulaText } from './formula.ts';

export type { MetricFormula, TableName };

/** One statement of a document about the data. */
export type KnowledgeItem =
  | { kind: 'description'; table: TableName; column: string | null; text: string }
  | { kind: 'unique'; table: TableName; columns: string[] }
  | { kind: 'not-null'; table: TableName; column: string }
  | { kind: 'accepted-values'; table: TableName; column: string; values: (string | number | boolean)[] }
  | { kind: 'relationship'; table: TableName; columns: string[]; to: TableName; toColumns: string[] }
  | {
      kind: 'metric';
      name: string;
      synonyms: string[];
      text: string | null;
      /** Null if parts of it were not understood. */
      expression: string | null;
      /** Null if it needs joins or a calendar. */
      formula: MetricFormula | null;
      tables: TableName[];
    }
  | {
      kind: 'term';
      name: string;
      synonyms: string[];
      text: string | null;
      table: TableName | null;
      column: string | null;
    };

export interface LeftOut {
  /** `description of orders.status` */
  what: string;
  reason: string;
}

/** What an item states; equal for items that may contradict each other. */
export function subjectOf(item: KnowledgeItem): string {
  switch (item.kind) {
    case 'description':
      return `description of ${placeOf(item.table, item.column === null ? [] : [item.column])}`;
    case 'unique':
      return `unique ${placeOf(item.table, item.columns)}`;
    case 'not-null':
      return `not null ${placeOf(item.table, [item.column])}`;
    case 'accepted-values':
      return `accepted values of ${placeOf(item.table, [item.column])}`;
    case 'relationship':
      return `relationship ${placeOf(item.table, item.columns)} → ${placeOf(item.to, item.toColumns)}`;
    case 'metric':
      return `metric ${item.name}`;
    case 'term':
      return item.table === null || item.text !== null
        ? `term ${item.name}`
        : `term ${item.name} for ${placeOf(item.table, item.column === null ? [] : [item.column])}`;
  }
}

/** Number of names that a glossary indexes; else 1. */
export function namesOf(item: KnowledgeItem): number {
  return item.kind === 'metric' || item.kind === 'term' ? 1 + item.synonyms.length : 1;
}

export function statementOfItem(item: KnowledgeItem): string {
  switch (item.kind) {
    case 'description':
      return item.text;
    case 'unique':
      return 'no two rows have the same';
    case 'not-null':
      return 'every row has a value';
    case 'accepted-values':
      return item.values.map((value) => JSON.stringify(value)).join(', ');
    case 'relationship':
      return 'every value is found there';
    case 'metric':
      return [item.text, computedAs(item), alsoCalled(item.synonyms)].filter(Boolean).join(' ');
    case 'term':
      return [item.text, alsoCalled(item.synonyms)].filter(Boolean).join(' ');
  }
}

/** In database names if known; empty if not understood. */
export function computedAs({ formula, expression }: Extract<KnowledgeItem, { kind: 'metric' }>): string {
  const computed = formula === null ? expression : formulaText(formula);
  return computed === null ? '' : `Computed as ${computed}.`;
}

/** `orders`, `orders.status`, `orders (a, b)`. */
export function placeOf({ name }: TableName, columns: readonly string[]): string {
  if (columns.length === 0) return name;
  return columns.length === 1 ? `${name}.${columns[0]}` : `${name} (${columns.join(', ')})`;
}

function alsoCalled(synonyms: readonly string[]): string {
  return synonyms.length === 0 ? '' : `Also called ${synonyms.join(', ')}.`;
}
