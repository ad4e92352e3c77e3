import { wordSet } from '../word-set.js';
import type { StatementText } from './statement-text.js';

const beforeSource = wordSet('join straight_join apply');

/** `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

export type Source =
  | { kind: 'named'; schema: string | null; name: string; alias: string; written: string; renames: boolean }
  | { kind: 'derived'; blocks: QueryBlock[]; range: Range; alias: string; written: string; renames: boolean }
  | { kind: 'opaque'; range: Range };

export interface CommonTable {
  name: string;
  blocks: QueryBlock[];
  range: Range;
  renames: boolean;
}

export interface QueryBlock {
  /** Without WITH. */
  range: Range;
  /** Without DISTINCT and TOP. */
  items: Range;
  /** FROM to HAVING. */
  body: Range;
  isDistinct: boolean;
  isGrouped: boolean;
  /** TOP, LIMIT, OFFSET, FETCH, WINDOW or QUALIFY. */
  isCut: boolean;
  isOperand: boolean;
  sources: Source[];
  tables: CommonTable[];
  /** WITH lists in scope, outermost first. */
  withs: Range[];
  isRecursive: boolean;
}

const SET_OPERATORS = new Set(['union', 'intersect', 'except', 'minus']);
const BEHIND_BODY = new Set(['order', 'limit', 'offset', 'fetch', 'window', 'qualify', 'for', 'option']);

/** All SELECTs, also nested ones, by tokens of any dialect. */
export function queryBlocks(text: StatementText): QueryBlock[] {
  const all: QueryBlock[] = [];
  new BlockReader(text, all).readGroup({ from: 0, to: text.length }, { tables: [], withs: [], isRecursive: false });
  return all;
}

type Outside = Pick<QueryBlock, 'tables' | 'withs' | 'isRecursive'>;

class BlockReader {
  constructor(
    private readonly text: StatementText,
    private readonly all: QueryBlock[],
  ) {}

  /** SELECTs of this level; nested ones go to `all`. */
  readGroup({ from, to }: Range, outside: Outside): QueryBlock[] {
    const { text } = this;
    const inside: Outside = { ...outside };
    let start = from;
    if (text.word(from) === 'with') start = this.readWith(from, to, inside);
    const selects = [...text.level(start, to)].filter((place) => text.word(place) === 'select');
    if (selects.length === 0) {
      // ((select …)), or a nested SELECT
      const nested = this.readNested({ from: start, to }, inside);
      return text.word(start) === '(' && text.partner(start) === to - 1 ? nested : [];
    }
    return selects.map((place, index) => {
      const next = selects[index + 1] ?? to;
      const end = [...text.level(place, next)].find((each) => SET_OPERATORS.has(text.word(each))) ?? next;
      return this.readBlock({ from: place, to: end }, selects.length > 1 || start < place, inside);
    });
  }

  private readWith(from: number, to: number, inside: Outside): number {
    const { text } = this;
    let place = from + 1;
    if (text.word(place) === 'recursive') {
      inside.isRecursive = true;
      place += 1;
    }
    const first = place;
    const withs = inside.withs;
    while (place < to) {
      const name = text.name(place) ?? '';
      const renames = text.word(place + 1) === '(';
      if (!this.namesTable(renames ? text.partner(place + 1) + 1 : place + 1)) {
        place = [...text.level(place, to)].find((each) => [',', 'select'].includes(text.word(each))) ?? to;
        if (text.word(place) !== ',') break;
        place += 1;
        continue;
      }
      place = renames ? text.partner(place + 1) + 1 : place + 1;
      while (place < to && text.word(place) !== '(') place += 1;
      const range = { from: place + 1, to: text.partner(place) };
      if (range.to <= range.from) return to;
      const blocks = this.readGroup(range, inside);
      inside.tables = [...inside.tables, { name, blocks, range, renames }];
      place = range.to + 1;
      inside.withs = [...withs, { from: first, to: place }];
      if (text.word(place) !== ',') break;
      place += 1;
    }
    return place;
  }

  /** Whether `AS (` or `USING KEY (` follows the name; ClickHouse also has `WITH expression AS name`. */
  private namesTable(behind: number): boolean {
    const word = this.text.word(behind);
    return word === 'using' || (word === 'as' && ['(', 'materialized', 'not'].includes(this.text.word(behind + 1)));
  }

  private readNested({ from, to }: Range, outside: Outside): QueryBlock[] {
    const { text } = this;
    return [...text.level(from, to)].flatMap((place) =>
      text.word(place) === '(' ? this.readGroup({ from: place + 1, to: text.partner(place) }, outside) : [],
    );
  }

  private readBlock(range: Range, isOperand: boolean, outside: Outside): QueryBlock {
    const { text } = this;
    const level = [...text.level(range.from, range.to)];
    const at = (test: (word: string, place: number) => boolean): number | undefined =>
      level.find((place) => test(text.word(place), place));
    const bodyEnd = at((word, place) => BEHIND_BODY.has(word) && place > range.from) ?? range.to;
    const from = at((word, place) => word === 'from' && !isComparison(text, place) && place < bodyEnd) ?? bodyEnd;
    let items = range.from + 1;
    const isDistinct = text.word(items) === 'distinct';
    if (isDistinct || text.word(items) === 'all') items += 1;
    const isTop = text.word(items) === 'top';
    if (isTop) items = text.word(items + 1) === '(' ? text.partner(items + 1) + 1 : items + 2;
    const block: QueryBlock = {
      range,
      items: { from: items, to: from },
      body: { from, to: bodyEnd },
      isDistinct,
      isGrouped: at((word, place) => word === 'group' && text.word(place + 1) === 'by' && place > from) !== undefined,
      isCut: isTop || at((word) => ['limit', 'offset', 'fetch', 'window', 'qualify'].includes(word)) !== undefined,
      isOperand,
      sources: [],
      tables: outside.tables,
      withs: outside.withs,
      isRecursive: outside.isRecursive,
    };
    this.all.push(block);
    const where = at((word, place) => place > from && ['where', 'group', 'having'].includes(word)) ?? bodyEnd;
    block.sources = this.readSources({ from: from + 1, to: where }, outside);
    this.readNested({ from: items, to: from }, outside);
    this.readNested({ from: where, to: range.to }, outside);
    return block;
  }

  private readSources({ from, to }: Range, outside: Outside): Source[] {
    const { text } = this;
    const sources: Source[] = [];
    let isExpected = true;
    for (let place = from; place < to; place += 1) {
      const word = text.word(place);
      if (
        word === 'lateral' ||
        (word === 'join' && text.dialect === 'clickhouse' && text.word(place - 1) === 'array')
      ) {
        sources.push({ kind: 'opaque', range: { from: place, to: place + 1 } });
      } else if (isExpected && (word === '(' || text.name(place) !== null)) {
        const { source, end } = this.readSource(place, to, outside);
        sources.push(source);
        place = end - 1;
        isExpected = false;
      } else if (word === '(') {
        this.readGroup({ from: place + 1, to: text.partner(place) }, outside);
        place = text.partner(place);
      } else if (word === ',' || beforeSource.has(word)) isExpected = true;
    }
    return sources;
  }

  private readSource(place: number, to: number, outside: Outside): { source: Source; end: number } {
    const { text } = this;
    if (text.word(place) === '(') {
      const range = { from: place + 1, to: text.partner(place) };
      const blocks = this.readGroup(range, outside);
      const { alias, written, end, renames } = this.aliasBehind(range.to + 1, to);
      return blocks.length === 0
        ? { source: { kind: 'opaque', range }, end }
        : { source: { kind: 'derived', blocks, range, alias, written, renames }, end };
    }
    const last = text.nameEnd(place);
    if (text.word(last + 1) === '(') {
      const end = text.partner(last + 1) + 1;
      return { source: { kind: 'opaque', range: { from: place, to: end } }, end };
    }
    const name = text.name(last) ?? '';
    const schema = last > place ? text.name(last - 2) : null;
    const { alias, written, end, renames } = this.aliasBehind(last + 1, to);
    const own = { alias: alias || name, written: written || text.text(last, last + 1), renames };
    return { source: { kind: 'named', schema, name, ...own }, end };
  }

  private aliasBehind(place: number, to: number): { alias: string; written: string; end: number; renames: boolean } {
    const { text } = this;
    const at = text.alias(place) ?? to;
    if (at >= to) return { alias: '', written: '', end: place, renames: false };
    const renames = text.word(at + 1) === '(';
    const end = renames ? text.partner(at + 1) + 1 : at + 1;
    return { alias: text.name(at) ?? '', written: text.text(at, at + 1), end, renames };
  }
}

/** `is distinct from` is not a FROM clause. */
function isComparison(text: StatementText, place: number): boolean {
  return text.word(place - 1) === 'distinct' && ['is', 'not'].includes(text.word(place - 2));
}
