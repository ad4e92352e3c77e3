import { createRequire } from 'node:module';

/** `{ kind: { …fields } }`, or a plain structure. */
export type TreeNode = { [field: string]: unknown };

interface PolyglotModule {
  init(): Promise<void>;
  parse(sql: string, dialect: string): { success: boolean; ast?: TreeNode[]; error?: string; errorStart?: number };
}

export type PolyglotParse = { statements: TreeNode[] } | { error: string; position: number | null };

const require = createRequire(import.meta.url);
const packageName = '@polyglot-sql/sdk';

let instance: Promise<PolyglotModule> | null = null;

// The ESM build replaces global `fetch` and cannot be reloaded.
async function load(): Promise<PolyglotModule> {
  const parser = require(packageName) as PolyglotModule;
  await parser.init();
  return parser;
}

/** After a WebAssembly crash its memory may be corrupt. */
function discard(): void {
  instance = null;
  const path = require.resolve(packageName);
  delete require.cache[path];
}

/** Never throws. @param dialect the parser's name */
export async function parsePolyglot(sql: string, dialect: string): Promise<PolyglotParse> {
  instance ??= load();
  const parser = await instance;
  const parsed = parser.parse(sql, dialect);
  if (parsed.success && parsed.ast !== undefined) return { statements: parsed.ast };
  const error = parsed.error ?? 'unknown error';
  if (error.startsWith('WASM')) discard();
  return { error, position: parsed.errorStart ?? null };
}
