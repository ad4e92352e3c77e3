import type { SqlToken } from '../../lexer/token.js';
import type { BulkRules } from './bulk-rules.js';
import { isGroup, isName, listed, tokensIn, wordOf, type Group, type Part } from './call-tree.js';
import { casesAt, isSuffix, numberOf, pathAt } from './names.js';
import { isQuery } from './queries.js';
import { step } from './steps.js';
import { LENGTHS } from './text-functions.js';

export type Bounds = readonly [low: number, high: number];

export const ANY: Bounds = [-Infinity, Infinity];

export const hull = (all: readonly Bounds[]): Bounds => [
  Math.min(...all.map(([low]) => low)),
  Math.max(...all.map(([, high]) => high)),
];

const known = ([low, high]: Bounds): Bounds => [
  Number.isNaN(low) ? -Infinity : low,
  Number.isNaN(high) ? Infinity : high,
];

function exact(of: (value: number) => number): (all: readonly Bounds[]) => Bounds {
  return ([[low, high] = ANY, ...others]) => (low === high && others.length === 0 ? [of(low), of(low)] : ANY);
}

const CALLS: Readonly<Record<string, (all: readonly Bounds[]) => Bounds>> = {
  least: (all) => [Math.min(...all.map(([low]) => low)), Math.min(...all.map(([, high]) => high))],
  greatest: (all) => [Math.max(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))],
  coalesce: hull,
  mod: ([, divisor = ANY]) => remainder(divisor),
  pow: ([base = ANY, exponent = ANY]) => power(base, exponent),
  width_bucket: (all) => [0, (all[3]?.[1] ?? Infinity) + 1],
  abs: ([[low, high] = ANY]) => [0, Math.max(-low, high)],
  round: ([[low, high] = ANY]) => [low - 1, high + 1],
  series: (all) => hull([[0, 0], ...all.slice(0, 2)]),
  sign: () => [-1, 1],
  sin: () => [-1, 1],
  ascii: () => [0, 0x10ffff],
  day: (all) => hull([[0, 9999], ...all]),
  sqrt: exact(Math.sqrt),
  ln: exact(Math.log),
  log: exact(Math.log10),
  pi: () => [Math.PI, Math.PI],
};
const SAME: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    least: 'min',
    greatest: 'max',
    coalesce: 'ifnull nvl isnull',
    pow: 'power',
    round: 'floor ceil ceiling trunc truncate int int4 integer',
    series: 'generate_series range numbers',
    ascii: 'unicode ord',
    sin: 'cos',
    day: 'now date date_trunc to_date make_date curdate getdate sysdate today age year month week quarter hour minute second dayofmonth dayofweek dayofyear weekday weekofyear',
    // Also '', of parentheses alone.
    as: ' cast try_cast nullif',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);
const FIELDS =
  /^'?(?:year|isoyear|quarter|month|week|day|dow|isodow|doy|dayofweek|dayofyear|weekday|hour|minute|second)'?$/i;
const MANY_DAYS = /interval|^[*/]$|\d{5}|\de\d/i;
const AFTER_VALUE = /^(?:as|from|,|union|except|intersect|minus)$/;

function remainder([low, high]: Bounds): Bounds {
  const most = Math.max(Math.abs(low), Math.abs(high)) - 1;
  return [-most, most];
}

function power([low, high]: Bounds, [from, to]: Bounds): Bounds {
  return low >= 1 && from >= 0 ? [low ** from, high ** to] : ANY;
}

function product([a, b]: Bounds, [c, d]: Bounds): Bounds {
  const all = [a * c, a * d, b * c, b * d].map((one) => (Number.isNaN(one) ? 0 : one));
  return [Math.min(...all), Math.max(...all)];
}

const quotient = (left: Bounds, [low, high]: Bounds): Bounds =>
  low === high && low !== 0 ? product(left, [1 / low, 1 / low]) : ANY;

const SUMS: Readonly<Record<string, (left: Bounds, right: Bounds) => Bounds>> = {
  '+': ([a, b], [c, d]) => [a + c, b + d],
  '-': ([a, b], [c, d]) => [a - d, b - c],
};
const PRODUCTS: Readonly<Record<string, (left: Bounds, right: Bounds) => Bounds>> = {
  '*': product,
  '/': quotient,
  '//': quotient,
  div: quotient,
  '%': (_, right) => remainder(right),
  mod: (_, right) => remainder(right),
  '^': power,
  '**': power,
  '<<': (left, right) => product(left, power([2, 2], right)),
};

/** What bounds depend on beside numbers and operators. */
export interface Facts {
  /** Bounds of a table's columns and of unknown functions. */
  unknown: Bounds;
  named?(path: readonly SqlToken[]): Bounds | null;
  lengthOf?(call: Group): number;
  /** Whether no row of a table decides a value. */
  isConstant?(parts: readonly Part[]): boolean;
  inside?(group: Group): Facts;
  /** Whether a name leads to an expression. */
  reads?(parts: readonly Part[]): boolean;
  rules?: BulkRules;
}

export function boundsOf(parts: readonly Part[], facts: Facts = { unknown: ANY }): Bounds {
  step(parts.length);
  const joins = facts.rules?.plusJoins === true && parts.some((part) => wordOf(part) === '+');
  if (joins && parts.some((part) => !isGroup(part) && part.kind === 'string')) return ANY;
  return new Arithmetic(parts, facts).read();
}

/** Parses arithmetic. What it cannot parse has unknown bounds that include the largest constant. */
class Arithmetic {
  private place = 0;

  constructor(
    private readonly parts: readonly Part[],
    private readonly facts: Facts,
  ) {}

  read(): Bounds {
    const bounds = this.chain(SUMS, () => this.chain(PRODUCTS, () => this.unary()));
    const rest = this.parts.slice(this.place);
    if (rest.length === 0 || (rest.length === 1 && isName(rest[0]) && this.place > 0)) return bounds;
    return this.atLeast(this.parts, this.parts);
  }

  private atLeast(parts: readonly Part[], arguments_: readonly Part[]): Bounds {
    if (this.facts.isConstant?.(parts) === true) return ANY;
    const numbers = arguments_.map((part) => numberOf(part) ?? 0);
    const [low, high] = this.facts.unknown;
    return [low, Math.max(high, ...numbers)];
  }

  private chain(operators: typeof SUMS, next: () => Bounds): Bounds {
    let left = next();
    for (;;) {
      const operator = operators[wordOf(this.parts[this.place])];
      if (operator === undefined) return left;
      this.place += 1;
      left = known(operator(left, next()));
    }
  }

  private unary(): Bounds {
    const sign = wordOf(this.parts[this.place]);
    if (sign === '-' || sign === '+') {
      this.place += 1;
      const [low, high] = this.unary();
      return sign === '-' ? [-high, -low] : [low, high];
    }
    const bounds = this.primary();
    while (wordOf(this.parts[this.place]) === '::') {
      this.place += 2;
      while (isGroup(this.parts[this.place])) this.place += 1;
    }
    return bounds;
  }

  private primary(): Bounds {
    const part = this.parts[this.place];
    this.place += 1;
    if (part === undefined) return this.facts.unknown;
    if (isGroup(part)) return this.call(part);
    const number = numberOf(part, this.parts[this.place]);
    if (number !== null) {
      if (isSuffix(part, this.parts[this.place])) this.place += 1;
      return [number, number];
    }
    if (wordOf(part) === 'case') return this.branches();
    return this.named();
  }

  private named(): Bounds {
    const names = pathAt(this.parts, this.place - 1);
    this.place += 2 * Math.max(names.length - 1, 0);
    const part = this.parts[this.place];
    if (!isGroup(part)) return names.length === 0 ? ANY : (this.facts.named?.(names) ?? this.facts.unknown);
    this.place += 1;
    // `array[2, 3]` has six elements.
    const inner = this.facts.inside?.(part) ?? this.facts;
    return part.name === '['
      ? listed(part.parts)
          .map((one) => boundsOf(one, inner))
          .reduce(product)
      : this.call(part);
  }

  private call(group: Group): Bounds {
    const name = SAME[group.name] ?? group.name;
    const inner = this.facts.inside?.(group) ?? this.facts;
    if (name === 'as' || isQuery(group)) return boundsOfValue(group.parts, inner);
    if (group.name === this.facts.rules?.fraction && group.parts.length === 0) return [0, 1];
    if (/^(?:extract|date_?part)$/.test(name)) {
      const most = this.mostOf(group);
      return most === null ? this.atLeast([group], group.parts) : [0, most];
    }
    if (LENGTHS.test(name) && this.facts.lengthOf !== undefined) return [0, this.facts.lengthOf(group)];
    const all = listed(group.parts).map((parts) => boundsOf(parts, inner));
    const bound = all.length > 1 || !/^(?:min|max)$/.test(group.name) ? CALLS[name] : undefined;
    return bound === undefined ? this.atLeast([group], group.parts) : known(bound(all));
  }

  private mostOf({ parts }: Group): number | null {
    const [field, next] = parts;
    const read = parts.slice(wordOf(next) === 'from' ? 2 : 0);
    if (field === undefined || isGroup(field) || !FIELDS.test(field.text) || !/^(?:from|,)$/.test(wordOf(next)))
      return null;
    const texts = tokensIn(read).map(({ text }) => text);
    if (texts.some((text) => MANY_DAYS.test(text)) || this.facts.reads?.(read) === true) return null;
    return /year/i.test(field.text) || texts.includes('-') ? 9999 : 366;
  }

  private branches(): Bounds {
    const { values, end } = casesAt(this.parts, this.place - 1);
    this.place = end + 1;
    return hull([...values.map((parts) => boundsOf(parts, this.facts)), [0, 0]]);
  }
}

/** Of `x AS type`, `x, y` and `SELECT x FROM …`. */
export function boundsOfValue(parts: readonly Part[], facts: Facts): Bounds {
  const selects = parts.flatMap((part, at) => (wordOf(part) === 'select' ? [at + 1] : []));
  const values = (selects.length > 0 ? selects : [0]).map((start) => {
    const end = parts.findIndex((part, at) => at >= start && AFTER_VALUE.test(wordOf(part)));
    return parts.slice(start, end < 0 ? undefined : end);
  });
  return hull(values.map((value) => boundsOf(value, facts)));
}
