import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

export type ColumnTypes = ReadonlyMap<string, string>;

export interface NeededTypes {
  types: ColumnTypes;
  /** Numbers would lose zeros, digits or form. */
  texts: string[];
  rounded: string[];
}

export type ReadAsTexts = (columns: readonly string[]) => string;

interface TakenForNumbers {
  whole: readonly string[];
  fractions: readonly string[];
}

/** Different texts are different numbers, except for trailing zeros. */
const PLAIN = String.raw`\s*(-?(0|[1-9][0-9]*)(\.[0-9]*)?|-?\.[0-9]+)\s*`;
const WHOLE = String.raw`\s*-?[0-9]+\s*`;
const SCIENTIFIC = String.raw`\s*-?[0-9]+(\.[0-9]*)?[eE][+-]?[0-9]+\s*`;
const NO_NUMBER = String.raw`\s*[+-]?(nan|inf|infinity)\s*`;
const DIGITS = 17;
/** Within a double's precision. */
const CLEAR = [
  String.raw`-?[1-9][0-9]{0,14}(\.[0-9]{0,2})?`,
  String.raw`-?[1-9][0-9]{0,2}\.[0-9]{0,14}`,
  String.raw`-?0?(\.[0-9]{0,17})?`,
].join('|');

/** Types that keep leading zeros, digits and identifiers such as `1E1`. */
export function numberColumns({ whole, fractions }: TakenForNumbers): {
  columns: string[];
  /** Aggregates over column texts; true if a column is not cleared. */
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

/** Such as `07`, `+7`, `7.5`, `7e5`, `7_000`. */
function wholeCheck(name: string): string {
  return `bool_or(${name} is distinct from try_cast(${name} as bigint)::varchar)`;
}

function fractionCheck(name: string): string {
  return `bool_or(not regexp_full_match(${name}, ${quoteText(CLEAR)}))`;
}

/** Aggregates over a column's texts; NULL passes. */
const FACTS = {
  isText: (name: string) =>
    `bool_or(not (${[PLAIN, SCIENTIFIC, NO_NUMBER].map((one) => like(name, one)).join(' or ')}))`,
  hasFraction: (name: string) => `bool_or(contains(${name}, '.'))`,
  hasExponent: (name: string) => `bool_or(${like(name, SCIENTIFIC)})`,
  hasSignedExponent: (name: string) => `bool_or(regexp_matches(${name}, '[eE][+-]'))`,
  fitsBigint: (name: string) => `bool_and(try_cast(${name} as bigint) is not null or ${name} is null)`,
  fitsHugeint: (name: string) => `bool_and(try_cast(${name} as hugeint) is not null or ${name} is null)`,
  fitsDouble: (name: string) =>
    `bool_and(${like(name, NO_NUMBER)} or isfinite(try_cast(${name} as double)))
      and bool_and(not ${like(name, WHOLE)} or coalesce(try_cast(${name} as hugeint) between -9007199254740992 and 9007199254740992, false))`,
  hasManyDigits: (name: string) =>
    `bool_or(strlen(trim(regexp_replace(${name}, '[^0-9]', '', 'g'), '0')) > ${DIGITS} and ${like(name, PLAIN)})`,
} satisfies Record<string, (name: string) => string>;
type Facts = Record<keyof typeof FACTS, boolean>;

/** VARCHAR if some are no numbers. */
export async function numberTypeOf(
  connection: DuckDBConnection,
  table: string,
  texts: string,
): Promise<{ type: string; isRounded: boolean }> {
  const names = Object.keys(FACTS) as (keyof typeof FACTS)[];
  const sql = `select ${names.map((fact) => FACTS[fact](texts)).join(', ')} from ${quoteName(table)}`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  const facts = Object.fromEntries(names.map((fact, at) => [fact, row[at] === true])) as Facts;
  const type = typeOf(facts);
  return { type, isRounded: type === 'DOUBLE' && facts.hasManyDigits };
}

function like(name: string, pattern: string): string {
  return `regexp_full_match(${name}, ${quoteText(pattern)}, 'i')`;
}

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
  // Without a fraction or signed exponent, `1E1` is an identifier.
  const isName = hasExponent && !hasFraction && !facts.hasSignedExponent;
  if (isText || isName) return 'VARCHAR';
  if (hasFraction || hasExponent) return facts.fitsDouble ? 'DOUBLE' : 'VARCHAR';
  if (facts.fitsBigint) return 'BIGINT';
  return facts.fitsHugeint ? 'HUGEINT' : 'VARCHAR';
}
