import type { SqlToken } from '../../lexer/token.js';
import { boundsOf, type Bounds } from './bounds.js';
import type { Maker } from './bulk-rules.js';
import { isGroup, listed, wordOf, type Group, type Part } from './call-tree.js';

/** Assumed size of columns and unknown results. */
const COLUMN_BYTES = 100;
const NUMBER_BYTES = 20;
const ONE: Bounds = [1, 1];

export class GeneratedBytes {
  constructor(private readonly makers: ReadonlyMap<string, Maker>) {}

  isBounded(call: Group, maker: Maker): boolean {
    return Number.isFinite(this.sizeOf(call, maker, undefined));
  }

  /** Bytes by the constants; unknown numbers count as 1. */
  written(call: Group, maker: Maker): number {
    return this.sizeOf(call, maker, ONE) * this.perSize(call, maker, (made, of) => this.written(made, of));
  }

  atMost(parts: readonly Part[], limit: number): number {
    const most = (call: Group, maker: Maker): number =>
      Math.min(limit, this.sizeOf(call, maker, undefined) * this.perSize(call, maker, most));
    return this.total(parts, most);
  }

  private perSize(call: Group, { of, unit = 1 }: Maker, bytesOf: (call: Group, maker: Maker) => number): number {
    return of === undefined ? unit : this.total(listed(call.parts)[of] ?? [], bytesOf);
  }

  private sizeOf(call: Group, { size, inverse }: Maker, unknown: Bounds | undefined): number {
    const all = listed(call.parts);
    if (size === 'widths') return widthOf(all, unknown);
    const isNamed = all.some((one) => isNameOfArgument(one));
    const [low, high] = isNamed ? namedBounds(all, unknown) : boundsOf(all[size] ?? [ZERO], unknown);
    return Math.max(inverse === true && all[size] !== undefined ? 1 / Math.max(low, 0) : high, 0);
  }

  private total(parts: readonly Part[], bytesOf: (call: Group, maker: Maker) => number): number {
    let sum = 0;
    for (const [place, part] of parts.entries()) {
      const maker = isGroup(part) ? this.makers.get(part.name) : undefined;
      if (isGroup(part)) sum += maker === undefined ? this.total(part.parts, bytesOf) : bytesOf(part, maker);
      else sum += bytesOfToken(part, parts[place - 1], parts[place + 1]);
    }
    return Math.max(sum, 1);
  }
}

const ZERO: SqlToken = { kind: 'number', text: '0', start: 0, end: 0 };

const isNameOfArgument = (argument: readonly Part[]): boolean => /^(?:=>|:=)$/.test(wordOf(argument[1]));

/** Named arguments: any may be the size. */
function namedBounds(all: readonly Part[][], unknown: Bounds | undefined): Bounds {
  const bounds = all.map((one) => boundsOf(isNameOfArgument(one) ? one.slice(2) : one, unknown));
  return [Math.min(...bounds.map(([low]) => low)), Math.max(...bounds.map(([, high]) => high))];
}

function bytesOfToken(token: SqlToken, before: Part | undefined, next: Part | undefined): number {
  if (token.kind === 'string') return Math.max(token.text.length - 2, 0);
  if (token.kind === 'number') return NUMBER_BYTES;
  const isName = (token.kind === 'word' || token.kind === 'quoted') && !isGroup(next) && wordOf(before) !== '::';
  return isName ? COLUMN_BYTES : 0;
}

/** Widths of `%-20s`, `%.3f` and `{:>10}`; `*` is an argument. */
const WIDTHS = /%(?:\d+\$)?[-+ #0,!]*(\d+|\*)?(?:\.(\d+|\*))?|\{[^{}]*?(\d+|\{)[^{}]*\}/g;

/** Unknown if given by an argument or not a constant. */
function widthOf([formats = [], ...others]: Part[][], unknown: Bounds | undefined): number {
  const written = formats
    .map((part) => (!isGroup(part) && part.kind === 'string' ? part.text.slice(1, -1) : ''))
    .join('');
  const isConstant = formats.every((part) => !isGroup(part) && (part.kind === 'string' || wordOf(part) === '||'));
  const found = [...written.matchAll(WIDTHS)].flatMap((match) => match.slice(1).filter((width) => width !== undefined));
  const given = found.some((width) => width === '*' || width === '{') || !isConstant;
  const widths = found.filter((width) => /\d/.test(width)).map(Number);
  const fromArguments = given ? others.map((one) => boundsOf(one, unknown)[1]) : [];
  return Math.max(0, ...widths, ...fromArguments, given && unknown === undefined ? Infinity : 0);
}
