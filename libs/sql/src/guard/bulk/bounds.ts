import type { SqlToken } from '../../lexer/token.js';
import { isGroup, listed, wordOf, type Group, type Part } from './call-tree.js';

export type Bounds = readonly [low: number, high: number];

const ANY: Bounds = [-Infinity, Infinity];

const hull = (all: readonly Bounds[]): Bounds => [
  Math.min(...all.map(([low]) => low)),
  Math.max(...all.map(([, high]) => high)),
];

const CALLS: Readonly<Record<string, (all: readonly Bounds[]) => Bounds>> = {
  least: (all) => [Math.min(...all.map(([low]) => low)), Math.min(...all.map(([, high]) => high))],
  greatest: (all) => [Math.max(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))],
  coalesce: hull,
  mod: ([, divisor = ANY]) => remainder(divisor),
  pow: ([base = ANY, exponent = ANY]) => power(base, exponent),
  width_bucket: (all) => [0, (all[3]?.[1] ?? Infinity) + 1],
  abs: ([[low, high] = ANY]) => [0, Math.max(-low, high)],
  round: ([[low, high] = ANY]) => [low - 1, high + 1],
};
const SAME: Readonly<Record<string, string>> = {
  ...{ min: 'least', max: 'greatest', ifnull: 'coalesce', nvl: 'coalesce', isnull: 'coalesce', power: 'pow' },
  ...{ floor: 'round', ceil: 'round', ceiling: 'round', trunc: 'round', truncate: 'round', int: 'round' },
  ...{ cast: 'as', try_cast: 'as', nullif: 'as', '': 'as', int4: 'round', integer: 'round' },
};

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

/** @param unknown bounds of columns and unknown functions */
export function boundsOf(parts: readonly Part[], unknown: Bounds = ANY): Bounds {
  return new Arithmetic(parts, unknown).read();
}

/** Parses arithmetic. What it cannot parse has unknown bounds that include the largest constant. */
class Arithmetic {
  private place = 0;

  constructor(
    private readonly parts: readonly Part[],
    private readonly unknown: Bounds,
  ) {}

  read(): Bounds {
    const bounds = this.chain(SUMS, () => this.chain(PRODUCTS, () => this.unary()));
    if (this.place >= this.parts.length) return bounds;
    return this.atLeast(this.parts.map((part) => numberOf(part) ?? 0));
  }

  private atLeast(numbers: readonly number[]): Bounds {
    const [low, high] = this.unknown;
    return [low, Math.max(high, ...numbers)];
  }

  private chain(operators: typeof SUMS, next: () => Bounds): Bounds {
    let left = next();
    for (;;) {
      const operator = operators[wordOf(this.parts[this.place])];
      if (operator === undefined) return left;
      this.place += 1;
      left = operator(left, next());
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
    if (part === undefined) return this.unknown;
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
    while (wordOf(this.parts[this.place]) === '.') this.place += 2;
    const part = this.parts[this.place];
    if (!isGroup(part)) return this.unknown;
    this.place += 1;
    // `array[2, 3]` has six elements.
    return part.name === '['
      ? listed(part.parts)
          .map((one) => boundsOf(one, this.unknown))
          .reduce(product)
      : this.call(part);
  }

  private call(group: Group): Bounds {
    const name = SAME[group.name] ?? group.name;
    if (name === 'as') return boundsOf(valueIn(group.parts), this.unknown);
    const all = listed(group.parts).map((parts) => boundsOf(parts, this.unknown));
    const known = all.length > 1 || !/^(?:min|max)$/.test(group.name) ? CALLS[name] : undefined;
    return known?.(all) ?? this.atLeast(group.parts.map((part) => numberOf(part) ?? 0));
  }

  private branches(): Bounds {
    const branches: Part[][] = [];
    let branch: Part[] | null = null;
    for (let depth = 1; this.place < this.parts.length && depth > 0; this.place += 1) {
      const part = this.parts[this.place] as Part;
      const word = wordOf(part);
      if (word === 'case') depth += 1;
      if (word === 'end') depth -= 1;
      if (depth === 1 && /^(?:then|else|when)$/.test(word)) {
        branch = word === 'when' ? null : [];
        if (branch !== null) branches.push(branch);
      } else if (depth > 0) branch?.push(part);
    }
    return hull([...branches.map((parts) => boundsOf(parts, this.unknown)), [0, 0]]);
  }
}

/** Of `x AS type`, `x, y` and `SELECT x FROM …`. */
function valueIn(parts: readonly Part[]): Part[] {
  const isSelect = wordOf(parts[0]) === 'select';
  const end = parts.findIndex((part) => /^(?:as|from|,)$/.test(wordOf(part)));
  return parts.slice(isSelect ? 1 : 0, end < 0 ? undefined : end);
}

/** `1_000`, `0b1`: two tokens. */
function isSuffix(part: SqlToken, next: Part | undefined): next is SqlToken {
  return (
    part.kind === 'number' && next !== undefined && !isGroup(next) && next.kind === 'word' && next.start === part.end
  );
}

function numberOf(part: Part, next?: Part): number | null {
  if (isGroup(part)) return null;
  if (part.kind === 'number') {
    const written = isSuffix(part, next) ? part.text + next.text : part.text;
    const number = Number(written.replaceAll('_', ''));
    return Number.isNaN(number) ? Infinity : number;
  }
  const text =
    part.kind === 'string' ? /^'(?:\w+\s*=\s*)?([\d.]+(?:e\d+)?)(?:\s.*)?'$/i.exec(part.text)?.[1] : undefined;
  return text === undefined ? null : Number(text);
}
