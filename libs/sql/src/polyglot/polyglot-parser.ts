import { LRUCache } from 'lru-cache';
import { createRequire } from 'node:module';
import { RECENT_PARSES } from '../recent-parses.js';

/** `{ kind: { …fields } }`, or a plain structure. */
export type TreeNode = { [field: string]: unknown };

interface PolyglotModule {
  init(): Promise<void>;
  parse(
    sql: string,
    dialect: string,
  ): { success: boolean; ast?: TreeNode[]; error: string | null; errorStart?: number };
}

export type PolyglotParse = { statements: TreeNode[] } | { error: string; position: number | null };

const require = createRequire(import.meta.url);
const packageName = '@polyglot-sql/sdk';

let instance: Promise<PolyglotModule> | null = null;

// The ESM build replaces global `fetch` and cannot be reloaded.
async function load(): Promise<PolyglotModule> {
  try {
    const parser = require(packageName) as PolyglotModule;
    await parser.init();
    return parser;
  } catch (error) {
    // The next parse tries again.
    discard();
    throw error;
  }
}

/** A crash may have corrupted the memory: the next parse loads the module again. */
function discard(): void {
  instance = null;
  const path = require.resolve(packageName);
  delete require.cache[path];
}

const parses = new LRUCache<string, PolyglotParse>(RECENT_PARSES);

/**
 * Results are shared: do not modify. A crash gives an error `WASM…`.
 * @param dialect the parser's name for it
 * @throws if the parser cannot be loaded
 */
export async function parsePolyglot(sql: string, dialect: string): Promise<PolyglotParse> {
  const key = `${dialect} ${sql}`;
  const known = parses.get(key);
  if (known) return known;
  instance ??= load();
  const { success, ast, error, errorStart } = (await instance).parse(sql, dialect);
  const isRead = success && ast !== undefined;
  const parsed = isRead ? { statements: ast } : { error: error ?? 'unknown error', position: errorStart ?? null };
  if (error?.startsWith('WASM') === true) discard();
  else parses.set(key, parsed);
  return parsed;
}
