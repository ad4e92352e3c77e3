import { DOCUMENT_BYTES, DOCUMENT_SIZES, storableText, YAML_CHARACTERS } from '@assay/contracts/plain';
import { isScalar, LineCounter, parseDocument as parseYaml, visit, type Document } from 'yaml';
import { KnowledgeProblem } from './knowledge-problem.ts';

const MOST_DEPTH = 64;
const MOST_NODES = 2_000_000;
const MOST_ALIASES = 1000;

/** Parses JSON or YAML. */
export function parseDocument(text: string): unknown {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw tooLarge();
  const source = storableText(text.replace(/^\uFEFF/, ''));
  if (source.trim() === '') throw new KnowledgeProblem('is empty');
  const value = /^\s*[{[]/.test(source) ? jsonOrYaml(source) : yaml(source);
  requireBounds(value);
  return value;
}

function jsonOrYaml(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch (error) {
    // YAML may also start with a brace.
    if (source.length > YAML_CHARACTERS || /^\s*[{[]\s*["\]}]/.test(source)) {
      throw new KnowledgeProblem(`is not valid JSON: ${messageOf(error)}`);
    }
    return yaml(source);
  }
}

function yaml(source: string): unknown {
  if (source.length > YAML_CHARACTERS) throw tooLarge();
  const indent = /^ {512}/m.exec(source);
  if (indent !== null || tooManyBrackets(source)) throw tooDeep();
  const lines = new LineCounter();
  try {
    // The parser's duplicate key check takes quadratic time.
    const options = { lineCounter: lines, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
    const document = parseYaml(source, options);
    const error = document.errors[0] ?? repeatedKey(document);
    if (error) {
      const { line, col } = lines.linePos(error.pos[0]);
      throw new KnowledgeProblem(`is not valid YAML: ${error.message} (line ${line}, column ${col})`);
    }
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
  } catch (error) {
    if (error instanceof KnowledgeProblem) throw error;
    throw new KnowledgeProblem(`is not valid YAML: ${messageOf(error)}`);
  }
}

function repeatedKey(document: Document): { pos: readonly [number]; message: string } | undefined {
  let repeated: { pos: readonly [number]; message: string } | undefined;
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) {
          repeated = { pos: [key.range?.[0] ?? 0], message: 'Map keys must be unique' };
          return visit.BREAK;
        }
        known.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}

/** Counts brackets in texts, too. */
function tooManyBrackets(source: string): boolean {
  let open = 0;
  for (const [bracket] of source.matchAll(/[[\]{}]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    if (open > MOST_DEPTH * 4) return true;
    if (open < 0) open = 0;
  }
  return false;
}

/** Iterative: no stack overflow. */
function requireBounds(value: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1;
    if (nodes > MOST_NODES) throw new KnowledgeProblem(`holds more than ${MOST_NODES.toLocaleString('en')} values`);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MOST_DEPTH) throw tooDeep();
    for (const inner of Object.values(next.value)) waiting.push({ value: inner, depth: next.depth + 1 });
  }
}

function tooLarge(): KnowledgeProblem {
  return new KnowledgeProblem(`is too large: documents are ${DOCUMENT_SIZES}`);
}

function tooDeep(): KnowledgeProblem {
  return new KnowledgeProblem(`is nested deeper than ${MOST_DEPTH} levels`);
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, 300) : 'it cannot be read';
}
