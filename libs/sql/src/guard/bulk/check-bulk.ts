import type { SqlToken } from '../../lexer/token.js';
import { statementTokens } from '../../lexer/statement-tokens.js';
import { refuse } from '../guard-refused.js';
import type { BulkRules, Maker } from './bulk-rules.js';
import { callTree, groupsAround, groupsIn, isGroup, listed, wordOf, type Group, type Part } from './call-tree.js';
import { GeneratedRows } from './generated-rows.js';
import { isQuery, queryOf } from './queries.js';
import { Scopes } from './scopes.js';
import { bytesOf, COLUMN_BYTES, madeOf } from './size.js';
import { startSteps, step } from './steps.js';
import { ARRAYS, COLLECTORS, ESCAPING, HOLDING_TEXTS, REPLACING } from './text-functions.js';
import { LIMIT, refuseBulk, refuseLarge, TextSizes } from './text-sizes.js';

/** `LIMIT` beside searches, collected rows or pairs. */
const SMALL_LIMIT = 10_000;
/** Most bytes of collected rows that a statement makes. */
const HELD_LIMIT = 100_000_000;
/** Most bytes per unknown number in collected texts. Indents have 2 or 4. */
const DEPTH_BYTES = 100;
/** Product of a search's argument sizes. */
const SEARCH_LIMIT = 10_000_000;

const HOLDING =
  /^(?:sum|total|avg|count|std\w*|var\w*|mode|median|list|histogram|array|array_agg|xmlagg|json\w*agg\w*|json\w*_group_\w+|percentile_\w+|quantile\w*|approx_\w+|group(?:uniq)?array\w*|uniq\w*|topk\w*|arg(?:min|max))$/;
const GROWING = new RegExp(`${COLLECTORS.source}|^concat|${ESCAPING.source}|^array_?(?:to_)?string`);
const AGGREGATES = /^(?:sum|avg|count|min|max)$/;

/**
 * Refuses values of unlimited size: by constants, or if rows or other calls multiply an unbounded size. Servers cannot
 * interrupt some of these.
 */
export function checkBulk(tokens: readonly SqlToken[], rules: BulkRules): void {
  startSteps();
  if (!isSuspect(tokens, rules)) return;
  const statement = statementTokens(tokens);
  const escaped = statement.find((_, at) => isEscapedCall(statement, at));
  if (escaped !== undefined) refuse('bulk', 'Write the name of a function without escapes.', escaped);
  const groups = [...groupsIn(callTree(statement))];
  const check = new BulkCheck(rules, groups);
  for (const group of groups) check.check(group);
  check.checkPairs();
}

/**
 * Bytes of a value by those of its columns.
 * @throws GuardRefused
 */
export function growthOf(tokens: readonly SqlToken[], rules: BulkRules): number {
  startSteps();
  const tree = callTree(statementTokens(tokens));
  return new BulkCheck(rules, [...groupsIn(tree)]).growthOf(tree);
}

function isSuspect(tokens: readonly SqlToken[], { makers, searches, plusJoins, growth }: BulkRules): boolean {
  let joining = 0;
  let bytes = COLUMN_BYTES;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'symbol') joining += text === '||' || (text === '+' && plusJoins) ? 1 : 0;
    if (kind === 'string') bytes += text.length;
    if (kind !== 'word' && kind !== 'quoted') continue;
    if (kind === 'quoted' && tokens[at - 1]?.text === '&') return true;
    if (tokens[at + 1]?.kind === 'symbol' && tokens[at + 1]?.text !== '(') continue;
    if (/^union$/i.test(text)) bytes = Infinity;
    const name = kind === 'quoted' ? text.slice(1, -1).toLowerCase() : text.toLowerCase();
    if (makers.has(name) || searches.has(name) || growth?.has(name) === true || GROWING.test(name)) return true;
  }
  return joining > 0 && bytes * 2 ** joining > LIMIT;
}

/** `U&"\\0072epeat"(…)`: only the parser knows the name. */
function isEscapedCall(tokens: readonly SqlToken[], at: number): boolean {
  const [prefix, sign, name, next] = tokens.slice(at, at + 4);
  const isEscaped = name?.kind === 'quoted' && prefix?.end === sign?.start && sign?.end === name.start;
  if (!isEscaped || sign?.text !== '&' || prefix?.text.toLowerCase() !== 'u') return false;
  return next?.text === '(' || next?.text.toLowerCase() === 'uescape';
}

class BulkCheck {
  private readonly scopes = new Scopes();
  private readonly rows = new GeneratedRows(this.scopes);
  private readonly sizes: TextSizes;
  private readonly limit: number;
  private readonly collections: ReadonlySet<Group>;
  private readonly pairs: readonly Pair[];

  constructor(
    private readonly rules: BulkRules,
    groups: readonly Group[],
  ) {
    const collectors = groups.filter(({ name, parent }) => COLLECTORS.test(name) && parent !== null);
    this.collections = new Set(collectors.filter((call) => this.rows.has(call)));
    this.sizes = new TextSizes(rules, this.scopes, this.collections);
    const isJson = groups.some(({ name, parts }) => /json|hstore/.test([name, ...parts.map(wordOf)].join(' ')));
    this.pairs = groups.flatMap((group) => pairsIn(group, rules.pairs, isJson));
    const isSmall = groups.some(({ name }) => rules.searches.has(name) || HOLDING_TEXTS.test(name));
    this.limit = isSmall || this.pairs.length > 0 ? SMALL_LIMIT : LIMIT;
  }

  check(call: Group): void {
    const maker = this.sizes.makerOf(call);
    if (maker !== undefined) this.checkMaker(call, maker);
    if (/^(?:as|materialized)$/.test(call.name)) this.sizes.checkRecursion(call);
    this.sizes.ofCall(call);
    for (const segment of segmentsOf(call, this.sizes.isConcat)) this.sizes.of(segment, call);
    if (this.rules.searches.has(call.name)) this.checkSearch(call);
    if (COLLECTORS.test(call.name) && call.parent !== null) this.checkCollector(call);
  }

  checkPairs(): void {
    if (this.collections.size === 0) return;
    const queries = new Set([...this.collections].map(queryOf));
    for (const { sign, operands, inside } of this.pairs) {
      // An aggregate of a query around the operator is no operand, unless it is written there.
      const around = new Set([queryOf(inside), ...groupsAround(inside)]);
      step(queries.size);
      const isOperand = !queries.isSubsetOf(around) || this.sizes.of(operands, inside).isCollected === true;
      if (isOperand) refuseBulk(sign, SLOW_ON_COLLECTED);
    }
  }

  growthOf(tree: Group): number {
    return Math.max(1, bytesOf(this.sizes.ofCall(tree)) / COLUMN_BYTES);
  }

  private checkMaker(call: Group, maker: Maker): void {
    if (bytesOf(this.sizes.written(call, maker)) > this.limit) refuseLarge(call, this.limit);
    if (Number.isFinite(this.sizes.counts.countOf(call, maker))) return;
    const where = this.multiplied(call);
    if (where !== null) refuseBulk(call, `${where} needs a size that a constant bounds, such as least(n, 100).`);
  }

  private multiplied(call: Group): string | null {
    for (const around of groupsAround(call)) {
      if (HOLDING.test(around.name)) return `inside ${around.name}`;
      if (this.rules.makers.get(around.name)?.of !== undefined) return `inside another ${around.name}`;
    }
    const perGroup = [...groupsIn(call)].some(({ name }) => AGGREGATES.test(name));
    return !perGroup && this.scopes.multiplies(call) ? 'in a join of rows with themselves or with a series' : null;
  }

  private checkCollector(call: Group): void {
    const size = isQuery(call) ? this.sizes.ofCall(call) : this.sizes.argumentsOf(call);
    const isGenerated = this.collections.has(call);
    if (madeOf(size) > SMALL_LIMIT || (isGenerated && madeOf(size) * this.rows.count(call) > HELD_LIMIT)) {
      refuseBulk(call, 'would hold too many bytes; collect less.');
    }
    if (size.open > (ARRAYS.test(call.name) || isGenerated ? 0 : DEPTH_BYTES)) {
      refuseBulk(call, 'holds texts of unknown size; bound them by a constant, such as least(n, 100).');
    }
  }

  private checkSearch(call: Group): void {
    const sizes = listed(call.parts).map((parts) => {
      const size = this.sizes.of(parts, call);
      if (size.isCollected === true) refuseBulk(call, SLOW_ON_COLLECTED);
      return size.open > 0 ? this.limit : bytesOf(size);
    });
    // `normalize` compares its input with itself.
    if (call.name === 'normalize') sizes.push(sizes[0] ?? 1);
    if (REPLACING.test(call.name)) sizes.splice(2);
    if (sizes.reduce((all, one) => all * Math.max(one, 1), 1) > SEARCH_LIMIT)
      refuseBulk(call, 'is slow on texts that other functions make large; search a column instead.');
  }
}

interface Pair {
  sign: SqlToken;
  operands: readonly Part[];
  inside: Group;
}

const CLAUSES =
  /^(?:,|select|distinct|from|where|by|having|join|on|and|or|then|when|else|union|all|with|as|order|limit)$/;

function segmentsOf(group: Group, isConcat: RegExp): Part[][] {
  if (!isQuery(group) || !group.parts.some((part) => isConcat.test(wordOf(part)))) return [];
  const segments: Part[][] = [[]];
  for (const part of group.parts) {
    if (CLAUSES.test(wordOf(part))) segments.push([]);
    else segments.at(-1)?.push(part);
  }
  return segments.filter((segment) => segment.some((part) => isConcat.test(wordOf(part))));
}

function operandsOf({ parts }: Group): Part[][] {
  const segments: Part[][] = [[]];
  let depth = 0;
  for (const [at, part] of parts.entries()) {
    const word = wordOf(parts[at - 1]) === '.' ? '' : wordOf(part);
    if (word === 'case') depth += 1;
    else if (word === 'end' && depth > 0) depth -= 1;
    else if (depth === 0 && CLAUSES.test(word)) segments.push([]);
    else segments.at(-1)?.push(part);
  }
  return segments;
}

const SLOW_ON_COLLECTED = 'is slow on collected values of rows that the statement makes; use the rows of a table.';

/** Operators of `pairs`; `-` only if it may remove elements from JSON. */
function pairsIn(inside: Group, pairs: ReadonlySet<string>, isJson: boolean): Pair[] {
  return operandsOf(inside).flatMap((operands) => {
    const sign = operands.find((part, at) => {
      if (isGroup(part) || part.kind !== 'symbol' || !pairs.has(part.text)) return false;
      if (part.text !== '-') return true;
      const next = operands[at + 1];
      const isArithmetic = next !== undefined && !isGroup(next) && ['number', 'string'].includes(next.kind);
      return isJson && !isArithmetic;
    });
    if (sign === undefined || isGroup(sign)) return [];
    const { parent } = inside;
    return inside.name === 'operator' && parent !== null
      ? [{ sign, operands: operandsOf(parent).flat(), inside: parent }]
      : [{ sign, operands, inside }];
  });
}
