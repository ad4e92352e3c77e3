import { LRUCache } from 'lru-cache';
import { createRequire } from 'node:module';
import { RECENT_PARSES } from '../recent-parses.js';

interface ParserModule {
  _malloc(size: number): number;
  _free(pointer: number): void;
  _wasm_parse_query_raw(text: number): number;
  _wasm_free_parse_result(result: number): void;
  _wasm_scan(text: number): number;
  _wasm_free_string(text: number): void;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, pointer: number, size: number): void;
  UTF8ToString(pointer: number): string;
  getValue(pointer: number, type: 'i32'): number;
}

export type PostgresNode = { [field: string]: unknown };

export interface PostgresSyntaxError {
  message: string;
  /** 0-based, in characters. */
  position: number;
}

export interface PostgresToken {
  /** 0-based UTF-8 byte offsets; `end` is exclusive. */
  start: number;
  end: number;
  text: string;
  tokenName: string;
}

export type PostgresParse = { statements: PostgresNode[] } | { error: PostgresSyntaxError };

const load = createRequire(import.meta.url)('libpg-query/wasm/libpg-query.js') as () => Promise<ParserModule>;
let instance: Promise<ParserModule> | null = null;

/** After an exception, which may corrupt the parser's memory, the next call loads another instance. */
async function withParser<Result>(
  text: string,
  use: (parser: ParserModule, pointer: number) => Result,
): Promise<Result> {
  instance ??= load();
  const current = instance;
  const parser = await current;
  try {
    const size = parser.lengthBytesUTF8(text) + 1;
    const pointer = parser._malloc(size);
    parser.stringToUTF8(text, pointer, size);
    const result = use(parser, pointer);
    parser._free(pointer);
    return result;
  } catch (error) {
    if (instance === current) instance = null;
    throw error;
  }
}

const parses = new LRUCache<string, PostgresParse>(RECENT_PARSES);

/**
 * Shared results: do not modify.
 * @throws WebAssembly errors (RangeError for deep trees)
 */
export async function parsePostgres(sql: string): Promise<PostgresParse> {
  const known = parses.get(sql);
  if (known) return known;
  const parsed = await parse(sql);
  parses.set(sql, parsed);
  return parsed;
}

function parse(sql: string): Promise<PostgresParse> {
  return withParser(sql, (parser, pointer) => {
    const result = parser._wasm_parse_query_raw(pointer);
    try {
      const error = parser.getValue(result + 8, 'i32');
      if (error !== 0) {
        const message = parser.UTF8ToString(parser.getValue(error, 'i32'));
        return { error: { message, position: Math.max(parser.getValue(error + 16, 'i32') - 1, 0) } };
      }
      const tree = JSON.parse(parser.UTF8ToString(parser.getValue(result, 'i32'))) as { stmts?: PostgresNode[] };
      return { statements: tree.stmts ?? [] };
    } finally {
      parser._wasm_free_parse_result(result);
    }
  });
}

export async function scanPostgres(sql: string): Promise<PostgresToken[] | null> {
  return withParser(sql, (parser, pointer) => {
    const result = parser._wasm_scan(pointer);
    const text = parser.UTF8ToString(result);
    parser._wasm_free_string(result);
    if (!text.startsWith('{')) return null;
    return (JSON.parse(text) as { tokens: PostgresToken[] }).tokens;
  });
}
