import type { Dialect } from '@assay/contracts';
import { firstValues, greatestRows, qualifiedRows, rankedRows } from './ranked-rows.js';
import { sortKeys, type KeyedStatement } from './sort-keys.js';
import { StatementText } from './statement-text.js';

/** By what a superlative ranks its rows, if it does not return it. */
export interface MissingMeasure {
  /** The statement, with its missing sort keys as last columns: the measure first. */
  sql: string;
  added: number;
  /** For people: `count`, `sum of amount`. */
  name: string;
  /** Where `sql` fails. */
  otherwise?: MissingMeasure;
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

/** Null unless the rows are the first by something that is no column of the result. */
export function missingMeasure(sql: string, dialect: Dialect): MissingMeasure | null {
  const text = new StatementText(sql, dialect);
  const outer = [...text.level(0, text.length)];
  // behind common tables
  const select = outer.find((place) => text.word(place) === 'select') ?? 0;
  const start = text.tokens[select]?.start ?? 0;
  const isLimited = outer.some((place) => LIMITS.includes(text.word(place)));
  const whole = new StatementText(sql.slice(start), dialect);
  const found =
    (isLimited ? limited(whole.sql, dialect) : greatestRows(whole)) ?? qualifiedRows(whole) ?? firstValues(whole);
  return found === null
    ? measureOf(rankedRows(text, select), '', dialect)
    : measureOf(found, sql.slice(0, start), dialect);
}

function measureOf(ranked: KeyedStatement | null, before: string, dialect: Dialect): MissingMeasure | null {
  const [measure] = ranked?.added ?? [];
  if (ranked === null || measure === undefined || RANDOM.test(measure)) return null;
  const otherwise = measureOf(ranked.otherwise ?? null, before, dialect);
  return {
    sql: before + ranked.sql,
    added: ranked.added.length,
    name: nameOf(measure, dialect),
    ...(otherwise && { otherwise }),
  };
}

/** Null if the first key is shown. */
function limited(sql: string, dialect: Dialect): KeyedStatement | null {
  const keys = sortKeys(sql, dialect);
  return (keys?.columns[0] ?? 0) < 0 ? keys : null;
}

function nameOf(key: string, dialect: Dialect): string {
  const text = new StatementText(key, dialect);
  const last = text.length - 1;
  const column = (from: number, to: number): string | null => (text.nameEnd(from) === to ? text.name(to) : null);
  const aggregate = text.partner(1) === last && last > 1 ? AGGREGATES[text.word(0)] : undefined;
  if (aggregate === undefined) return column(0, last) ?? shortened(key.replace(/\s+/g, ' '));
  if (aggregate === 'count') return aggregate;
  const start = text.word(2) === 'distinct' ? 3 : 2;
  const of = column(start, last - 1);
  if (of !== null) return `${aggregate} of ${of}`;
  return key.length > LONGEST_BESIDE_ROWS
    ? `${aggregate} of ${beginning(text, start, last)} …`
    : key.replace(/\s+/g, ' ');
}

/** Whole words without tables, up to the first parenthesis. */
function beginning(text: StatementText, from: number, to: number): string {
  const words: string[] = [];
  for (let place = from; place < to && !'(),'.includes(text.word(place) || 'x'); place += 1) {
    place = text.nameEnd(place);
    const word = text.text(place, place + 1);
    if (words.join(' ').length + word.length > LONGEST_BESIDE_ROWS - 4) break;
    words.push(word);
  }
  while (words.length > 1 && !/\w$/.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
