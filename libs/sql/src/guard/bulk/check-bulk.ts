import type { SqlToken } from '../../lexer/token.js';
import { statementTokens } from '../../lexer/statement-tokens.js';
import { GuardRefused } from '../guard-refused.js';
import type { BulkRules, Maker } from './bulk-rules.js';
import { callTree, groupsAround, groupsIn, isGroup, listed, wordOf, type Group } from './call-tree.js';
import { readsCollection } from './collection-readers.js';
import { GeneratedBytes } from './generated-bytes.js';
import { collectedFrom, COLLECTORS, generatedCollections, multiplies, repeatsItself } from './row-sources.js';

/** Most bytes that a call may make by its constants. */
const LIMIT = 1_000_000;
/** The same in a statement that also searches, collects rows or compares all pairs. */
const SMALL_LIMIT = 10_000;
/** Product of a search's argument sizes. */
const SEARCH_LIMIT = 10_000_000;

/** Aggregates that may hold a value of every row. */
const HOLDING =
  /^(?:sum|total|avg|count|std\w*|var\w*|mode|median|list|histogram|array|array_agg|xmlagg|json\w*agg\w*|json\w*_group_\w+|percentile_\w+|quantile\w*|approx_\w+|group(?:uniq)?array\w*|uniq\w*|topk\w*|arg(?:min|max))$/;
const COLLECTING = /^(?:string_agg|group_?concat\w*|listagg)$/;
const AGGREGATES = /^(?:sum|avg|count|min|max)$/;

/**
 * Calls that make large values: by a constant, or if rows or other calls multiply an unbounded size. Servers cannot
 * interrupt some.
 */
export function checkBulk(tokens: readonly SqlToken[], rules: BulkRules): void {
  const { makers } = rules;
  const isSuspectName = (name: string): boolean => makers.has(name) || COLLECTORS.test(name);
  const isSuspect = ({ kind, text }: SqlToken, at: number): boolean =>
    kind === 'quoted'
      ? tokens[at - 1]?.text === '&' || isSuspectName(text.slice(1, -1).toLowerCase())
      : kind === 'word' && isSuspectName(text.toLowerCase());
  if (!tokens.some(isSuspect)) return;
  const statement = statementTokens(tokens);
  const escaped = statement.find((_, at) => isEscapedCall(statement, at));
  if (escaped !== undefined) {
    throw new GuardRefused('bulk', 'Write the name of a function without escapes.', escaped.start);
  }
  const groups = [...groupsIn(callTree(statement))];
  const check = new BulkCheck(rules, groups);
  for (const group of groups) check.check(group);
}

/** `U&"\\0072epeat"(…)`: only the parser knows the name. */
function isEscapedCall(tokens: readonly SqlToken[], at: number): boolean {
  const [prefix, sign, name, next] = tokens.slice(at, at + 4);
  const isEscaped = name?.kind === 'quoted' && prefix?.end === sign?.start && sign?.end === name.start;
  if (!isEscaped || sign?.text !== '&' || prefix?.text.toLowerCase() !== 'u') return false;
  return next?.text === '(' || next?.text.toLowerCase() === 'uescape';
}

class BulkCheck {
  private readonly bytes: GeneratedBytes;
  private readonly limit: number;
  private readonly makers: ReadonlyMap<string, Maker>;
  private readonly searches: ReadonlySet<string>;
  private readonly collections: readonly Group[];
  private readonly pairs: readonly SqlToken[];

  constructor(
    { makers, searches, pairs }: BulkRules,
    private readonly groups: readonly Group[],
  ) {
    [this.makers, this.searches] = [makers, searches];
    this.bytes = new GeneratedBytes(makers);
    this.collections = generatedCollections(groups);
    this.pairs = groups.flatMap((group) => pairsIn(group, pairs, groups));
    const isSmall = ({ name }: Group): boolean => searches.has(name) || COLLECTING.test(name) || /array_agg/.test(name);
    this.limit = groups.some(isSmall) || this.pairs.length > 0 ? SMALL_LIMIT : LIMIT;
  }

  check(call: Group): void {
    const maker = this.makers.get(call.name);
    if (maker !== undefined && listed(call.parts).length >= (maker.arguments ?? 0)) this.checkMaker(call, maker);
    if (this.searches.has(call.name)) this.checkSearch(call);
    if (call.parent === null) this.checkPairs();
  }

  private checkPairs(): void {
    const [pair] = this.pairs;
    if (pair === undefined || this.collections.length === 0) return;
    throw new GuardRefused('bulk', `The operator ${pair.text} ${SLOW_ON_COLLECTED}`, pair.start);
  }

  private checkMaker(call: Group, maker: Maker): void {
    if (this.bytes.written(call, maker) > this.limit) {
      refuse(call, `would make more than ${this.limit.toLocaleString('en')} bytes here; make less.`);
    }
    if (maker.of === 0 && repeatsItself(call)) {
      refuse(call, 'repeats a value of its own rows in a recursive query; repeat a text that is written out.');
    }
    if (this.bytes.isBounded(call, maker)) return;
    const where = this.multiplied(call);
    if (where !== null) refuse(call, `${where} needs a size that a constant bounds, such as least(n, 100).`);
  }

  private multiplied(call: Group): string | null {
    for (const around of groupsAround(call)) {
      if (HOLDING.test(around.name)) return `inside ${around.name}`;
      if (this.makers.get(around.name)?.of !== undefined) return `inside another ${around.name}`;
    }
    const collector = collectedFrom(call, this.groups);
    if (collector !== null) return `whose rows ${collector} collects`;
    const perGroup = [...groupsIn(call)].some(({ name }) => AGGREGATES.test(name));
    return !perGroup && multiplies(call) ? 'in a join of rows with themselves or with a series' : null;
  }

  private checkSearch(call: Group): void {
    if (readsCollection(call, this.collections, this.groups)) refuse(call, SLOW_ON_COLLECTED);
    if (![...groupsIn(call)].some(({ name }) => this.makers.has(name))) return;
    const sizes = listed(call.parts).map((parts) => this.bytes.atMost(parts, this.limit));
    // `normalize` compares its input with itself.
    const work = sizes.reduce((all, one) => all * one, sizes.length === 1 ? (sizes[0] ?? 1) : 1);
    if (work > SEARCH_LIMIT)
      refuse(call, 'is slow on texts that another function makes large; search a column instead.');
  }
}

const SLOW_ON_COLLECTED =
  'is slow on values that are collected from rows the statement makes; use the rows of a table.';

/** Operators of `pairs`; `-` only if it may remove elements from JSON. */
function pairsIn({ parts }: Group, pairs: ReadonlySet<string>, groups: readonly Group[]): SqlToken[] {
  return parts.flatMap((part, at) => {
    if (isGroup(part) || part.kind !== 'symbol' || !pairs.has(part.text)) return [];
    if (part.text !== '-') return [part];
    const next = parts[at + 1];
    const isArithmetic = next !== undefined && !isGroup(next) && ['number', 'string'].includes(next.kind);
    return isArithmetic || !groups.some(readsJson) ? [] : [part];
  });
}

function readsJson({ name, parts }: Group): boolean {
  return /json|hstore/.test(name) || parts.some((part) => /json|hstore/.test(wordOf(part)));
}

function refuse(call: Group, why: string): never {
  throw new GuardRefused('bulk', `The function ${call.name} ${why}`, call.token?.start);
}
