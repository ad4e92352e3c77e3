import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';
import type { NeededTypes } from './wider-types.ts';

/** A reader of a file's lines with some columns as they are written. */
export type ReadAsTexts = (columns: readonly string[]) => string;

/** Columns that were taken for numbers, by their types. */
interface TakenForNumbers {
  whole: readonly string[];
  fractions: readonly string[];
}

/** A number as any program writes it: two texts of this form that differ are different numbers, but for zeros at the end. */
const PLAIN = String.raw`\s*(-?(0|[1-9][0-9]*)(\.[0-9]*)?|-?\.[0-9]+)\s*`;
const WHOLE = String.raw`\s*-?[0-9]+\s*`;
const SCIENTIFIC = String.raw`\s*-?[0-9]+(\.[0-9]*)?[eE][+-]?[0-9]+\s*`;
const NO_NUMBER = String.raw`\s*[+-]?(nan|inf|infinity)\s*`;
/** Significant digits that a double keeps. */
const DIGITS = 17;
/** Plain numbers of no more digits than that: most columns hold no others. */
const CLEAR = [
  String.raw`-?[1-9][0-9]{0,14}(\.[0-9]{0,2})?`,
  String.raw`-?[1-9][0-9]{0,2}\.[0-9]{0,14}`,
  String.raw`-?0?(\.[0-9]{0,17})?`,
].join('|');

/**
 * What columns of numbers have to be so that no text loses what it says: zeros in front, digits, or a form that is a
 * name (the part `1E1`). Most columns are told by tests that cost next to nothing; only those they do not clear are read
 * once more.
 */
export function numberColumns({ whole, fractions }: TakenForNumbers): {
  columns: string[];
  /** Aggregates over the texts of the columns: true for a column that is not cleared. */
  checks: string[];
  found: (connection: DuckDBConnection, flags: readonly unknown[], readerOf: ReadAsTexts) => Promise<NeededTypes>;
} {
  const columns = [...whole, ...fractions];
  return {
    columns,
    checks: [
      ...whole.map((name) => wholeCheck(quoteName(name))),
      ...fractions.map((name) => fractionCheck(quoteName(name))),
    ],
    found: async (connection, flags, readerOf) => {
      const unclear = columns.filter((_, index) => flags[index] === true);
      const needed = new Needed();
      if (unclear.length === 0) return needed;
      const facts = Object.entries(FACTS);
      const asked = unclear.flatMap((name) => facts.map(([, aggregate]) => aggregate(quoteName(name))));
      const [row = []] = (
        await connection.runAndReadAll(`select ${asked.join(', ')} from ${readerOf(unclear)}`)
      ).getRows();
      unclear.forEach((name, index) => {
        const own = facts.map(([fact], at) => [fact, row[index * facts.length + at] === true]);
        needed.add(name, Object.fromEntries(own) as Facts, whole.includes(name) ? 'BIGINT' : 'DOUBLE');
      });
      return needed;
    },
  };
}

/** Whether a text is written otherwise than the whole number that it reads as: `07`, `+7`, `7.5`, `7e5`, `7_000`. */
function wholeCheck(name: string): string {
  return `bool_or(${name} is distinct from try_cast(${name} as bigint)::varchar)`;
}

/** Whether a text of a number that may have a fraction is anything but a plain one. */
function fractionCheck(name: string): string {
  return `bool_or(not regexp_full_match(${name}, ${quoteText(CLEAR)}))`;
}

/** What is true of the texts of a column, by aggregates; NULL passes. */
const FACTS = {
  isText: (name: string) =>
    `bool_or(not (${[PLAIN, SCIENTIFIC, NO_NUMBER].map((one) => like(name, one)).join(' or ')}))`,
  hasFraction: (name: string) => `bool_or(contains(${name}, '.'))`,
  hasExponent: (name: string) => `bool_or(${like(name, SCIENTIFIC)})`,
  hasSignedExponent: (name: string) => `bool_or(regexp_matches(${name}, '[eE][+-]'))`,
  fitsBigint: (name: string) => `bool_and(try_cast(${name} as bigint) is not null or ${name} is null)`,
  fitsHugeint: (name: string) => `bool_and(try_cast(${name} as hugeint) is not null or ${name} is null)`,
  /** Whole numbers up to 2⁵³. */
  fitsDouble: (name: string) =>
    `bool_and(not ${like(name, WHOLE)} or coalesce(abs(try_cast(${name} as hugeint)) <= 9007199254740992, false))`,
  hasManyDigits: (name: string) =>
    `bool_or(strlen(trim(regexp_replace(${name}, '[^0-9]', '', 'g'), '0')) > ${DIGITS} and ${like(name, PLAIN)})`,
} satisfies Record<string, (name: string) => string>;
type Facts = Record<keyof typeof FACTS, boolean>;

function like(name: string, pattern: string): string {
  return `regexp_full_match(${name}, ${quoteText(pattern)}, 'i')`;
}

/** What is found, column by column. */
class Needed implements NeededTypes {
  readonly types = new Map<string, string>();
  readonly texts: string[] = [];
  readonly rounded: string[] = [];

  add(name: string, facts: Facts, taken: string): void {
    const needed = typeOf(facts);
    if (needed === 'VARCHAR') this.texts.push(name);
    else if (needed === 'DOUBLE' && facts.hasManyDigits) this.rounded.push(name);
    if (needed !== taken) this.types.set(name, needed);
  }
}

function typeOf(facts: Facts): string {
  const { isText, hasFraction, hasExponent } = facts;
  // an exponent is one of a measured number only where a fraction or a sign says so
  const isName = hasExponent && !hasFraction && !facts.hasSignedExponent;
  if (isText || isName) return 'VARCHAR';
  if (hasFraction || hasExponent) return facts.fitsDouble ? 'DOUBLE' : 'VARCHAR';
  if (facts.fitsBigint) return 'BIGINT';
  return facts.fitsHugeint ? 'HUGEINT' : 'VARCHAR';
}
