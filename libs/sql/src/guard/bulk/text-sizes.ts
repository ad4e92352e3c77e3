import type { SqlToken } from '../../lexer/token.js';
import { refuse } from '../guard-refused.js';
import type { BulkRules, Maker } from './bulk-rules.js';
import { isGroup, listed, wordOf, type Group, type Part } from './call-tree.js';
import { MakerCounts, ONE } from './maker-counts.js';
import { casesAt, pathAt, textOf } from './names.js';
import { isInside } from './queries.js';
import { remembered } from './remembered.js';
import type { Item, Scopes } from './scopes.js';
import { step } from './steps.js';
import * as functions from './text-functions.js';
import * as sizes from './size.js';
import { COLUMN_SIZE, NOTHING, type Size } from './size.js';

/** Most bytes that an expression may make by its constants. */
export const LIMIT = 1_000_000;
const NUMBER_BYTES = 20;
const ROUNDS = 30;

/** Estimates texts by constants and the expressions behind names. */
export class TextSizes {
  private readonly ofGroups = new Map<Group, Size>();
  private readonly ofItems = new Map<Item, Size>();
  readonly counts: MakerCounts;
  readonly isConcat: RegExp;

  constructor(
    private readonly rules: BulkRules,
    private readonly scopes: Scopes,
    private readonly collections: ReadonlySet<Group>,
    private readonly outer?: { sizes: TextSizes; cte: Group },
  ) {
    this.counts = new MakerCounts(this, scopes, rules);
    this.isConcat = rules.plusJoins ? /^(?:\|\||\+)$/ : /^\|\|$/;
  }

  checkRecursion(cte: Group): void {
    const [base, ...others] = this.scopes.branchesOf(cte);
    if (base?.items[0]?.recursive !== true || others.length === 0) return;
    let own = base.items.map((item) => this.ofItem(item));
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = own;
      const next = new TextSizes(this.rules, this.scopes, this.collections, { sizes: this, cte });
      base.items.forEach((item, at) => next.ofItems.set(item, own[at] ?? COLUMN_SIZE));
      own = base.items.map((item, at) => {
        const size = before[at] ?? COLUMN_SIZE;
        const [first] = item.parts;
        if (first !== undefined && !isGroup(first) && first.kind === 'number') return size;
        return sizes.largest([size, ...others.map(({ items }) => (items[at] ? next.ofItem(items[at]) : size))]);
      });
      if (own.some((size) => sizes.bytesOf(size) > LIMIT)) {
        const union = cte.parts.find((part) => wordOf(part) === 'union') ?? cte;
        refuseBulk(union, 'makes values longer and longer by recursion; limit the length, such as left(x, 1000).');
      }
      if (own.every((size, at) => sizes.isEqual(size, before[at]))) return;
    }
  }

  ofCall(call: Group): Size {
    const size = remembered(this.ofGroups, call, () => this.readCall(call), COLUMN_SIZE);
    if (sizes.bytesOf(size) > LIMIT && call.name !== '' && !this.rules.makers.has(call.name)) refuseLarge(call);
    return size;
  }

  makerOf(call: Group): Maker | undefined {
    const maker = this.rules.makers.get(call.name);
    return listed(call.parts).length >= (maker?.arguments ?? 0) ? maker : undefined;
  }

  of(parts: readonly Part[], inside: Group): Size {
    step(parts.length);
    const isText =
      parts.some((part) => this.isConcat.test(wordOf(part))) && !(this.rules.plusJoins && isNumber(parts, inside));
    const isSum = !isText && parts.some((part, at) => at > 0 && /^[+*/%]$/.test(wordOf(part)));
    const size = sizes.sum(this.pieces(parts, inside));
    if (isSum) return sizes.madeSize(NUMBER_BYTES, size);
    if (sizes.bytesOf(size) > LIMIT) {
      const sign = parts.find((part) => this.isConcat.test(wordOf(part)));
      if (sign !== undefined) refuseLarge(sign);
    }
    return size;
  }

  /** Of a maker's call, with 1 for unknown numbers. */
  written(call: Group, maker: Maker): Size {
    const count = this.counts.countOf(call, maker, ONE);
    const all = listed(call.parts);
    if (maker.size === 'widths') {
      const most = sizes.largest(all.slice(1).map((one) => this.of(one, call)));
      const format = this.of(all[0] ?? [], call);
      const text = textOf(all[0]);
      const places = text === null ? sizes.bytesOf(format) / 2 : (text.match(/%|\{/g)?.length ?? 0);
      return sizes.sum([format, sizes.times(most, places), sizes.madeSize(count)]);
    }
    return maker.of === undefined
      ? sizes.madeSize(count * (maker.unit ?? 1))
      : sizes.times(this.of(all[maker.of] ?? [], call), count);
  }

  private readCall(call: Group): Size {
    step(call.parts.length);
    const branches = this.scopes.branchesOf(call);
    if (branches.length > 0) {
      const size = sizes.largest(branches.flatMap(({ items }) => items.map((item) => this.ofItem(item))));
      return functions.COLLECTORS.test(call.name) ? this.collected(call, size.open) : size;
    }
    const growth = this.rules.growth?.get(call.name);
    if (growth !== undefined) {
      const given = this.argumentsOf(call);
      return sizes.madeSize(Math.max(sizes.bytesOf(given), sizes.COLUMN_BYTES) * growth, given);
    }
    const maker = this.makerOf(call);
    const all = listed(call.parts);
    if (maker !== undefined) {
      const size = this.written(call, maker);
      const inner = all.map((one) => this.of(one, call).open);
      const isOpen = !Number.isFinite(this.counts.countOf(call, maker));
      const open = maker.size === 'widths' ? this.counts.countOf(call, maker, ONE) : sizes.bytesOf(size);
      return { ...size, open: isOpen ? open : Math.max(0, ...inner) };
    }
    const given = all.map((one) => this.of(one, call));
    const [first = NOTHING] = given;
    const total = sizes.sum(given);
    if (functions.REPLACING.test(call.name)) return this.replaced(call, all, given);
    if (functions.LENGTHS.test(call.name) || functions.COUNTING.test(call.name))
      return sizes.madeSize(NUMBER_BYTES, total);
    if (functions.COLLECTORS.test(call.name)) return this.collected(call, total.open);
    if (functions.CHOOSING.test(call.name)) return sizes.largest(given);
    if (functions.CUTTING.test(call.name)) return call.name === 'translate' ? sizes.opaque(first) : first;
    if (call.name === 'export_set') return sizes.times(total, 64);
    if (functions.ESCAPING.test(call.name)) return sizes.opaque(sizes.times(first, 2));
    if (call.name === 'concat_ws') return sizes.sum([total, sizes.times(first, given.length)]);
    if (functions.SEPARATING.test(call.name)) {
      return sizes.sum([first, sizes.times(given[1] ?? NOTHING, sizes.matchesIn(first, [], 1))]);
    }
    return functions.KEEPING.test(call.name) ? total : sizes.opaque(total);
  }

  private collected(call: Group, open: number): Size {
    return { ...COLUMN_SIZE, open, isCollected: this.collections.has(call) };
  }

  /** The text stays counted: a bound of what is left. */
  private replaced(call: Group, all: readonly Part[][], [text = NOTHING, , by = NOTHING]: readonly Size[]): Size {
    const sought = textOf(all[1]);
    const isPattern = functions.PATTERNS.test(call.name);
    const isPlain = all.slice(3).every((one) => /^[gic]*$/.test(textOf(one) ?? 'unknown'));
    const needed =
      sought === null || !isPlain ? [] : isPattern ? sizes.neededByPattern(sought) : sizes.neededByText(sought);
    const length = isPattern ? 1 : Math.max(sought?.length ?? 1, 1);
    const count = sizes.matchesIn(text, needed, length) + (isPattern && needed.length === 0 ? 1 : 0);
    // A mapping table's old and new names seldom make texts grow.
    const isMapped = !isPattern && all.slice(1, 3).every((one) => this.isOfTable(one, call));
    const references = isPattern ? referencesIn(all[2] ?? [], by) : 0;
    return sizes.sum([text, sizes.times(by, isMapped ? 1 : count), sizes.times(text, Math.max(references - 1, 0))]);
  }

  private isOfTable(parts: readonly Part[], inside: Group): boolean {
    const { length } = pathAt(parts, 0);
    return parts.length === 2 * length - 1 && this.scopes.itemsAt(parts, 0, inside)?.length === 0;
  }

  private pieces(parts: readonly Part[], inside: Group): Size[] {
    const found: Size[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at] as Part;
      if (wordOf(part) === 'case') {
        const { values, end } = casesAt(parts, at);
        found.push(sizes.largest(values.map((value) => this.of(value, inside))));
        at = end;
      } else if (isGroup(part)) found.push(this.ofCall(part));
      else if (part.kind === 'string') found.push(ofLiteral(part, parts[at - 1]));
      else if (part.kind === 'number') found.push(sizes.literalSize(part.text));
      else {
        const items = this.scopes.itemsAt(parts, at, inside);
        if (items?.length === 0) found.push(COLUMN_SIZE);
        else if (items !== null) found.push(sizes.largest(items.map((item) => this.ofItem(item))));
      }
    }
    return found;
  }

  private ofItem(item: Item): Size {
    step();
    const isOuter = this.outer !== undefined && !this.ofItems.has(item) && !isInside(item.group, this.outer.cte);
    if (isOuter) return this.outer.sizes.ofItem(item);
    return remembered(this.ofItems, item, () => this.of(item.parts, item.group), COLUMN_SIZE);
  }

  argumentsOf(call: Group): Size {
    return sizes.sum(listed(call.parts).map((one) => this.of(one, call)));
  }
}

/** `_utf16'…'` has two parts. */
function ofLiteral(literal: SqlToken, before: Part | undefined): Size {
  const text = wordOf(before).startsWith('_') ? null : textOf([literal]);
  return text === null ? sizes.madeSize(Buffer.byteLength(literal.text)) : sizes.literalSize(text);
}

function referencesIn(parts: readonly Part[], size: Size): number {
  const [part] = parts;
  const isPlain = parts.length === 1 && part !== undefined && !isGroup(part) && /^n?'/i.test(part.text);
  return isPlain ? (part.text.match(/[\\$][&\d]/g)?.length ?? 0) : sizes.bytesOf(size) / 2;
}

function isNumber(parts: readonly Part[], inside: Group): boolean {
  if (parts.some((part) => /^(?:case|[<>=]+|!=|like|in|between)$/.test(wordOf(part)))) return false;
  const type = parts.findIndex((part) => wordOf(part) === 'as') + 1;
  if (/^(?:try_)?cast$/.test(inside.name) && type > 0 && NUMBERS.test(nameOfType(parts[type]))) return true;
  const isSign = (part: Part | undefined): boolean => /^[-+*/%]$/.test(wordOf(part));
  return parts.some((part, at) => {
    if (at > 0 && /^[*/%]$/.test(wordOf(part))) return at < parts.length - 1;
    return !isGroup(part) && part.kind === 'number' && (isSign(parts[at - 1]) || isSign(parts[at + 1]));
  });
}

const NUMBERS = /^(?:(?:big|small|tiny)?int|integer|decimal|numeric|float|real|money|date(?:time2?)?)$/;

const nameOfType = (part: Part | undefined): string => (isGroup(part) ? part.name : wordOf(part));

export function refuseBulk(at: Part, why: string): never {
  const what = isGroup(at) ? `function ${at.name}` : `operator ${at.text.toUpperCase()}`;
  refuse('bulk', `The ${what} ${why}`, isGroup(at) ? at.token : at);
}

export function refuseLarge(at: Part, limit = LIMIT): never {
  refuseBulk(at, `would make more than ${limit.toLocaleString('en')} bytes here; make less.`);
}
