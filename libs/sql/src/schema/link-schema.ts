import {
  estimateTokens,
  type ColumnSchema,
  type DatabaseSchema,
  type FoundValue,
  type GoldSql,
  type TableSchema,
} from '@assay/contracts';
import { NOTHING_KNOWN, type KnownData } from './known-data.js';
import { linkableSchema, type LinkableSchema } from './linkable-schema.js';
import { qualifiedName } from './qualified-name.js';
import { describedAs, identifierTerms, textTerms } from './terms.js';

export interface LinkRequest {
  question: string;
  evidence: readonly string[];
  foundValues: readonly FoundValue[];
  goldSqls: readonly GoldSql[];
  /** Of the rendered schema. */
  tokenBudget: number;
  /** Shown with examples; default true. */
  examples?: boolean;
  /** Shown with these notes; default: no table was checked. */
  known?: KnownData;
}

export interface LinkedSchema {
  /** For the prompt; some tables are reduced. */
  schema: DatabaseSchema;
  /** Most relevant first; in the schema's order if all tables fit. */
  kept: string[];
  dropped: number;
  /** Names of relevant dropped tables, best first. */
  others: string[];
  /** Estimate. */
  tokens: number;
}

/** By source: question, evidence, similar questions. */
const WEIGHTS = { question: 1, evidence: 0.6, gold: 0.3 } as const;
/** For found values and gold tables, relative to the best lexical score. */
const FOUND_BONUS = 1;
const GOLD_BONUS = 0.4;
/** Share of its best foreign-key neighbour's score that a table inherits. */
const NEIGHBOUR_SHARE = 0.35;
/** Budget share of complete tables; the rest shows reduced ones. */
const FULL_SHARE = 0.7;
const SLIM_COLUMNS = 4;
/** From this share of the budget on, the first table that does not fit ends the filling. */
const NEARLY_FULL = 0.97;
/** Tokens that names of other relevant tables may take beyond the budget. */
const OTHER_NAMES_TOKENS = 1500;

/**
 * The part of a schema that a question needs within a token budget. Tables rank by BM25 over names, descriptions and
 * examples, by found values and gold SQLs; foreign keys pass on scores, and tables that join two kept ones stay. The
 * best keep all columns, others keys and matches.
 */
export function linkSchema(schema: DatabaseSchema, request: LinkRequest): LinkedSchema {
  const linkable = linkableSchema(schema, request.examples ?? true, request.known ?? NOTHING_KNOWN);
  if (linkable.wholeCost <= request.tokenBudget) {
    return { schema, kept: [...linkable.names], dropped: 0, others: [], tokens: linkable.wholeCost };
  }
  const terms = queryTerms(request);
  const scores = scoreTables(linkable, request, terms);
  const ranked = rank(linkable, scores);
  const { tables, tokens } = fill(linkable, ranked, request.tokenBudget, new Set(terms.keys()));
  return {
    schema: { ...schema, tables },
    kept: tables.map(qualifiedName),
    dropped: schema.tables.length - tables.length,
    others: otherNames(
      linkable,
      ranked.filter((index) => (scores[index] ?? 0) > 0),
      new Set(tables.map(qualifiedName)),
    ),
    tokens,
  };
}

function queryTerms(request: LinkRequest): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const term of textTerms(text)) terms.set(term, Math.max(terms.get(term) ?? 0, weight));
  };
  for (const gold of request.goldSqls) add(gold.question, WEIGHTS.gold);
  for (const evidence of request.evidence) add(evidence, WEIGHTS.evidence);
  add(request.question, WEIGHTS.question);
  return terms;
}

function scoreTables(linkable: LinkableSchema, request: LinkRequest, terms: ReadonlyMap<string, number>): number[] {
  const lexical = linkable.index.score(terms);
  const best = Math.max(...lexical, 1);
  const foundIn = new Set(request.foundValues.map(({ table }) => table.toLowerCase()));
  const inGold = new Set(request.goldSqls.flatMap(({ sql }) => sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []));
  const own = linkable.schema.tables.map((table, index) => {
    const names = [table.name.toLowerCase(), qualifiedName(table).toLowerCase()];
    const found = names.some((name) => foundIn.has(name)) ? FOUND_BONUS * best : 0;
    const gold = inGold.has(table.name.toLowerCase()) ? GOLD_BONUS * best : 0;
    return (lexical[index] ?? 0) + found + gold;
  });
  return own.map((score, index) => {
    const neighbours = linkable.graph.neighbours(index).map((other) => own[other] ?? 0);
    return score + NEIGHBOUR_SHARE * Math.max(0, ...neighbours);
  });
}

/** By score; tables that join one to better ones come directly before it. */
function rank({ schema, graph }: LinkableSchema, scores: readonly number[]): number[] {
  const order = schema.tables.map((_, index) => index);
  order.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
  const ranked = new Set<number>();
  for (const index of order) {
    if ((scores[index] ?? 0) > 0) for (const bridge of graph.bridges(index, ranked)) ranked.add(bridge);
    ranked.add(index);
  }
  return [...ranked];
}

function fill(
  linkable: LinkableSchema,
  ranked: readonly number[],
  tokenBudget: number,
  terms: ReadonlySet<string>,
): { tables: TableSchema[]; tokens: number } {
  const tables: TableSchema[] = [];
  let tokens = linkable.frame;
  let isFull = false;
  for (const index of ranked) {
    const table = linkable.schema.tables[index];
    if (table === undefined) continue;
    const whole = linkable.costs[index] ?? 0;
    isFull ||= tokens + whole > tokenBudget * FULL_SHARE;
    const shown = isFull ? slimmed(linkable, table, terms) : table;
    const cost = isFull ? linkable.costOf(shown) : whole;
    if (tokens + cost > tokenBudget) {
      if (tokens > tokenBudget * NEARLY_FULL) break;
      continue;
    }
    tokens += cost;
    tables.push(shown);
  }
  return { tables, tokens };
}

function otherNames(linkable: LinkableSchema, ranked: readonly number[], kept: ReadonlySet<string>): string[] {
  const names: string[] = [];
  let tokens = 0;
  for (const index of ranked) {
    const table = linkable.schema.tables[index];
    if (table === undefined || kept.has(qualifiedName(table))) continue;
    const name = linkable.nameOf(table);
    tokens += estimateTokens(name) + 1;
    if (tokens > OTHER_NAMES_TOKENS) break;
    names.push(name);
  }
  return names;
}

function slimmed(linkable: LinkableSchema, table: TableSchema, terms: ReadonlySet<string>): TableSchema {
  const keys = linkable.keyColumns(table);
  const matching = table.columns
    .filter((column) => !keys.has(column.name))
    .map((column) => ({ column, hits: matches(column, terms) }))
    .sort((left, right) => right.hits - left.hits)
    .slice(0, SLIM_COLUMNS);
  const chosen = new Set([...keys, ...matching.map(({ column }) => column.name)]);
  return { ...table, columns: table.columns.filter((column) => chosen.has(column.name)) };
}

function matches(column: ColumnSchema, terms: ReadonlySet<string>): number {
  const { naming, other } = describedAs(column.name, column.description ?? '');
  const hits = (found: readonly string[]): number => found.filter((term) => terms.has(term)).length;
  return 2 * hits([...identifierTerms(column.name), ...textTerms(naming)]) + hits(textTerms(other));
}
