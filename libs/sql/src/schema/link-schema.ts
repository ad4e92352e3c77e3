import type { ColumnSchema, DatabaseSchema, FoundValue, GoldSql, TableSchema } from '@assay/contracts';
import { estimateTokens } from './estimate-tokens.js';
import { ForeignKeyGraph } from './foreign-key-graph.js';
import { referencedName, renderForeignKeys, renderMSchema, renderTable } from './render-m-schema.js';
import { tableIndexOf } from './table-index.js';
import { qualifiedName } from './qualified-name.js';
import { identifierTerms, textTerms } from './terms.js';

export interface LinkRequest {
  question: string;
  evidence: readonly string[];
  /** Values of the question that the database holds, with their column. */
  foundValues: readonly FoundValue[];
  goldSqls: readonly GoldSql[];
  /** Most tokens that the rendered schema may take. */
  tokenBudget: number;
  /** Whether the schema will be shown with example values; default true. */
  examples?: boolean;
}

export interface LinkedSchema {
  /** The tables that the prompt shows; some with their key columns and matching columns only. */
  schema: DatabaseSchema;
  /** Names of the tables kept, most relevant first. */
  kept: string[];
  /** Number of tables left out. */
  dropped: number;
  /** Estimated tokens of the rendered schema. */
  tokens: number;
}

/** Query weights by source: the question's own words, its evidence, similar questions answered before. */
const WEIGHTS = { question: 1, evidence: 0.6, gold: 0.3 } as const;
/** What a found value adds to its table, and a table named in a gold SQL, in units of the best lexical score. */
const FOUND_BONUS = 1;
const GOLD_BONUS = 0.4;
/** A neighbour by foreign key inherits this share of a table's score. */
const NEIGHBOUR_SHARE = 0.35;
/** Share of the budget that tables with all their columns may take; the rest shows more tables, slimmed. */
const FULL_SHARE = 0.7;
/** Other columns that a slimmed table keeps beside its keys. */
const SLIM_COLUMNS = 4;

/**
 * The part of a schema that a question needs, within a token budget: the whole schema where it fits. Tables are ranked
 * by the question's words in their names, descriptions and examples (BM25), by values found in them and by gold SQLs;
 * foreign keys lend part of a table's score to its neighbours, and tables that join two kept ones are kept. The most
 * relevant tables keep all columns, further ones only their primary and foreign keys and the columns that match.
 */
export function linkSchema(schema: DatabaseSchema, request: LinkRequest): LinkedSchema {
  const whole = estimateTokens(renderMSchema(schema, { examples: request.examples ?? true }));
  if (whole <= request.tokenBudget) {
    return { schema, kept: schema.tables.map(qualifiedName), dropped: 0, tokens: whole };
  }
  const graph = new ForeignKeyGraph(schema.tables);
  const terms = queryTerms(request);
  const ranked = rank(schema, scoreTables(schema, request, terms, graph), graph);
  const tables = fill(ranked, schema, request, new Set(terms.keys()));
  const linked = { ...schema, tables };
  const tokens = estimateTokens(renderMSchema(linked, { examples: request.examples ?? true }));
  return { schema: linked, kept: tables.map(qualifiedName), dropped: schema.tables.length - tables.length, tokens };
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

function scoreTables(
  schema: DatabaseSchema,
  request: LinkRequest,
  terms: ReadonlyMap<string, number>,
  graph: ForeignKeyGraph,
): number[] {
  const lexical = tableIndexOf(schema).score(terms);
  const best = Math.max(...lexical, 1);
  const foundIn = new Set(request.foundValues.map(({ table }) => table.toLowerCase()));
  const inGold = new Set(request.goldSqls.flatMap(({ sql }) => sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []));
  const own = schema.tables.map((table, index) => {
    const names = [table.name.toLowerCase(), qualifiedName(table).toLowerCase()];
    const found = names.some((name) => foundIn.has(name)) ? FOUND_BONUS * best : 0;
    const gold = inGold.has(table.name.toLowerCase()) ? GOLD_BONUS * best : 0;
    return (lexical[index] ?? 0) + found + gold;
  });
  return own.map((score, index) => {
    const neighbours = graph.neighbours(index).map((other) => own[other] ?? 0);
    return score + NEIGHBOUR_SHARE * Math.max(0, ...neighbours);
  });
}

/** Tables by score; a table that joins two that come before it comes right behind them. */
function rank(schema: DatabaseSchema, scores: readonly number[], graph: ForeignKeyGraph): number[] {
  const order = schema.tables.map((_, index) => index);
  order.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
  const ranked = new Set<number>();
  for (const index of order) {
    if ((scores[index] ?? 0) > 0) for (const bridge of graph.bridges(index, ranked)) ranked.add(bridge);
    ranked.add(index);
  }
  return [...ranked];
}

/** Takes tables in their order until the budget is used up: first whole, then slimmed. */
function fill(
  ranked: readonly number[],
  schema: DatabaseSchema,
  request: LinkRequest,
  terms: ReadonlySet<string>,
): TableSchema[] {
  const examples = request.examples ?? true;
  const allNames = new Set(schema.tables.map(qualifiedName));
  const cost = (table: TableSchema): number =>
    estimateTokens(renderTable(table, table.columns, examples)) +
    2 +
    2 * estimateTokens(renderForeignKeys(table, allNames).join('\n'));
  const kept: TableSchema[] = [];
  let used = estimateTokens(renderMSchema({ ...schema, tables: [] })) + 10;
  let isFull = false;
  for (const index of ranked) {
    const table = schema.tables[index];
    if (table === undefined) continue;
    const whole = cost(table);
    isFull ||= used + whole > request.tokenBudget * FULL_SHARE && kept.length > 0;
    const shown = isFull ? slimmed(table, terms, schema) : table;
    const price = isFull ? cost(shown) : whole;
    if (used + price > request.tokenBudget && kept.length > 0) continue;
    used += price;
    kept.push(shown);
  }
  return kept;
}

/** A table with its primary key, its foreign keys, columns that others refer to, and the columns that match best. */
function slimmed(table: TableSchema, terms: ReadonlySet<string>, schema: DatabaseSchema): TableSchema {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const name = qualifiedName(table);
  for (const other of schema.tables) {
    for (const key of other.foreignKeys)
      if (referencedName(key) === name) for (const column of key.referencedColumns) keys.add(column);
  }
  const matching = table.columns
    .filter((column) => !keys.has(column.name))
    .map((column) => ({ column, hits: matches(column, terms) }))
    .sort((left, right) => right.hits - left.hits)
    .slice(0, SLIM_COLUMNS);
  const chosen = new Set([...keys, ...matching.map(({ column }) => column.name)]);
  return { ...table, columns: table.columns.filter((column) => chosen.has(column.name)) };
}

function matches(column: ColumnSchema, terms: ReadonlySet<string>): number {
  const inName = identifierTerms(column.name).filter((term) => terms.has(term)).length;
  const inDescription = textTerms(column.description ?? '').filter((term) => terms.has(term)).length;
  return 2 * inName + inDescription;
}
