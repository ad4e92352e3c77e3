import type { Dialect } from '@assay/contracts';
import { sortKeys } from './sort-keys.js';
import { StatementText } from './statement-text.js';

/** By what a superlative ranks its rows, if it does not return it. */
export interface MissingMeasure {
  /** The statement, with its missing sort keys as last columns: the measure first. */
  sql: string;
  added: number;
  /** For people: `count`, `sum of amount`. */
  name: string;
}

const LIMITS = ['limit', 'fetch', 'top'];
const AGGREGATES: Readonly<Record<string, string>> = {
  count: 'count',
  sum: 'sum',
  avg: 'average',
  min: 'least',
  max: 'greatest',
};
/** Another execution returns other values. */
const RANDOM = /\b(rand\w*|newid|gen_random_uuid|uuid|generateuuidv\w+|dbms_random)\b/i;
const LONGEST_NAME = 60;
/** A longer one would push its column out of sight. */
const LONGEST_BESIDE_ROWS = 26;

/** Null unless the rows are limited in an order whose first key is no column of the result. */
export function missingMeasure(sql: string, dialect: Dialect): MissingMeasure | null {
  const text = new StatementText(sql, dialect);
  const outer = [...text.level(0, text.length)];
  if (!outer.some((place) => LIMITS.includes(text.word(place)))) return null;
  // behind common tables
  const start = text.tokens[outer.find((place) => text.word(place) === 'select') ?? 0]?.start ?? 0;
  const keys = sortKeys(sql.slice(start), dialect);
  const [measure] = keys?.added ?? [];
  if (keys === null || measure === undefined || (keys.columns[0] ?? 0) >= 0 || RANDOM.test(measure)) return null;
  return { sql: sql.slice(0, start) + keys.sql, added: keys.added.length, name: nameOf(measure, dialect) };
}

function nameOf(key: string, dialect: Dialect): string {
  const text = new StatementText(key, dialect);
  const last = text.length - 1;
  const column = (from: number, to: number): string | null => (text.nameEnd(from) === to ? text.name(to) : null);
  const aggregate = text.partner(1) === last && last > 1 ? AGGREGATES[text.word(0)] : undefined;
  if (aggregate === undefined) return column(0, last) ?? shortened(key.replace(/\s+/g, ' '));
  if (aggregate === 'count') return aggregate;
  const of = column(text.word(2) === 'distinct' ? 3 : 2, last - 1);
  if (of !== null) return `${aggregate} of ${of}`;
  return key.length > LONGEST_BESIDE_ROWS ? aggregate : key.replace(/\s+/g, ' ');
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
