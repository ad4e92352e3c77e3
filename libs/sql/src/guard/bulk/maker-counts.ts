import type { SqlToken } from '../../lexer/token.js';
import { ANY, boundsOf, boundsOfValue, hull, type Bounds, type Facts } from './bounds.js';
import type { BulkRules, Maker } from './bulk-rules.js';
import { isGroup, listed, wordOf, type Group, type Part } from './call-tree.js';
import { numbersIn, textOf } from './names.js';
import { remembered } from './remembered.js';
import type { Item, Scopes } from './scopes.js';
import { bytesOf, type Size } from './size.js';
import { step } from './steps.js';
import { OF_ROWS } from './text-functions.js';

export const ONE: Bounds = [1, 1];

/** Evaluates the numbers that calls of makers are given. */
export class MakerCounts {
  private readonly ofNumbers = [new Map<Item, Bounds>(), new Map<Item, Bounds>()] as const;
  private readonly constants = new Map<Item, boolean>();

  constructor(
    private readonly texts: { argumentsOf(call: Group): Size },
    private readonly scopes: Scopes,
    private readonly rules: BulkRules,
  ) {}

  /** Of a maker's call: its number, with `unknown` for columns and unknown functions. */
  countOf(call: Group, { size, inverse }: Maker, unknown?: Bounds): number {
    const all = listed(call.parts);
    if (size === 'widths') return this.widthOf(all, call, unknown);
    const isNamed = all.some(isNameOfArgument);
    const given = isNamed ? all.map((one) => (isNameOfArgument(one) ? one.slice(2) : one)) : [all[size] ?? [ZERO]];
    const [low, high] = hull(given.map((one) => boundsOf(one, this.facts(call, unknown))));
    const count = inverse === true && all[size] !== undefined ? 1 / Math.max(low, 0) : high;
    return Number.isNaN(count) ? Infinity : Math.max(count, 0);
  }

  private isConstant(parts: readonly Part[], inside: Group): boolean {
    step(parts.length);
    return parts.every((part, at) => {
      if (isGroup(part)) return !OF_ROWS.test(part.name) && this.isConstant(part.parts, part);
      const items = this.scopes.itemsAt(parts, at, inside);
      if (items === null) return true;
      const read = (item: Item): boolean => !item.recursive && this.isConstant(item.parts, item.group);
      return items.length > 0 && items.every((item) => remembered(this.constants, item, () => read(item), false));
    });
  }

  private reads(parts: readonly Part[], inside: Group): boolean {
    step(parts.length);
    return parts.some((part, at) =>
      isGroup(part) ? this.reads(part.parts, part) : (this.scopes.itemsAt(parts, at, inside) ?? []).length > 0,
    );
  }

  private facts(group: Group, unknown: Bounds = ANY): Facts {
    return {
      unknown,
      rules: this.rules,
      reads: (parts) => this.reads(parts, group),
      inside: (inner) => this.facts(inner, unknown),
      lengthOf: (call) => {
        const unit = /^bit_|^datalength$/.test(call.name) ? 8 : 1;
        return this.isConstant(call.parts, call) ? bytesOf(this.texts.argumentsOf(call)) * unit : unknown[1];
      },
      isConstant: (parts) => this.isConstant(parts, group),
      named: (path) => {
        const items = this.scopes.resolve(path, group).filter(({ recursive }) => !recursive);
        const all = this.ofNumbers[unknown === ONE ? 0 : 1];
        const read = ({ parts, group: around }: Item): Bounds => boundsOfValue(parts, this.facts(around, unknown));
        return items.length === 0 ? null : hull(items.map((item) => remembered(all, item, () => read(item), unknown)));
      },
    };
  }

  private widthOf([formats = [], ...others]: Part[][], call: Group, unknown: Bounds | undefined): number {
    const written = formats.map((part) => textOf([part]) ?? '').join('');
    step(written.length);
    const isText = formats.every((part) => textOf([part]) !== null || /^(?:\|\||null)$/.test(wordOf(part)));
    const found = [...written.matchAll(WIDTHS)].flatMap((match) =>
      match.slice(1).filter((width) => width !== undefined),
    );
    const given = found.some((width) => width === '*' || width.includes('{')) || !isText;
    const places = isText ? placesOfWidths(written) : null;
    const sized = places === null ? others : places.flatMap((at) => others.slice(at, at + 1));
    const widths = found.flatMap((width) => width.match(/\d+/g) ?? []).map(Number);
    const numbers = isText ? [] : numbersIn(formats);
    const fromArguments = given ? sized.map((one) => boundsOf(one, this.facts(call, unknown))[1]) : [];
    return Math.max(0, ...widths, ...numbers, ...fromArguments, !isText && unknown === undefined ? Infinity : 0);
  }
}

const ZERO: SqlToken = { kind: 'number', text: '0', start: 0, end: 0 };

/** Widths of `%-20s`, `%.3f` and `{:>10}`; `*` is an argument. */
const WIDTHS = /%(?:\d+\$)?[-+ #0,!]*(\d+|\*)?(?:\.(\d+|\*))?|\{((?:[^{}]|\{[^{}]*\})*)/g;

/** Of the arguments that `*` takes; null for formats that take arguments in another order. */
function placesOfWidths(format: string): number[] | null {
  const rest = format.replaceAll('%%', '');
  const conversions = rest.match(/%[-+ #0,!]*(?:[1-9.*][\d.*]*)?[sdfiegxc]/gi) ?? [];
  if (/[${]/.test(rest) || conversions.length < rest.split('%').length - 1) return null;
  const taken = conversions.flatMap((text) => text.match(/[*a-z]/gi) ?? []);
  return taken.flatMap((sign, at) => (sign === '*' ? [at] : []));
}

const isNameOfArgument = (argument: readonly Part[]): boolean => /^(?:=>|:=)$/.test(wordOf(argument[1]));
