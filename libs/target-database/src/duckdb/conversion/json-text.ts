import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import type { ByteBudget } from './byte-budget.ts';
import { isExact } from '../../values/lossless-json.ts';
import { NoTextError, readText, type TextFile } from './text-encoding.ts';

/** Larger documents and lines are not checked: each is held in memory. */
const MOST_DOCUMENT = 16 * 1024 * 1024;
const MOST_NUMBERS = 5;
/** A number beyond a double, a time below microseconds, or a text like them. */
const LONG_NUMBER = /\d[\d.]{15,}|\d[eE]\+?\d{2}|:\d\d\.\d{7}/;
/** A time that DuckDB cuts to microseconds. */
const NANOSECONDS = /^(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\.\d{6}\d*[1-9] ?(?:Z|[+-]\d\d(?::?\d\d)?)?$/;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g;
/** What DuckDB accepts beyond JSON: special numbers and trailing commas. */
const BEYOND = /("(?:[^"\\]|\\.)*")|-?\b(?:nan|inf|infinity)\b|,(?=\s*[}\]])/gi;

/** Half of a surrogate pair, in `JSON.stringify`'s form: DuckDB refuses the whole file. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

export interface CheckedJson {
  badLines: number;
  /** Numbers and faults of the first bad lines. */
  badAt: string[];
  /** Lines are left out, or the last lacks its end, on which DuckDB fails. */
  isRepaired: boolean;
  /** Top-level names whose whole numbers exceed a double, or whose times exceed microseconds. */
  whole: string[];
  /** Top-level names whose fractions exceed a double. */
  fractions: string[];
  /** Top-level names that differ only in case from an earlier one. */
  repeated: string[];
}

class LongLineError extends Error {}

/**
 * Null if it is too large, or several documents.
 * @throws NoTextError for a document that is no JSON
 */
export async function checkJson(file: TextFile): Promise<CheckedJson | null> {
  try {
    return await check(file);
  } catch (error) {
    if (error instanceof LongLineError) return null;
    throw error;
  }
}

async function check(file: TextFile): Promise<CheckedJson | null> {
  const kind = await kindOf(file);
  if (kind === 'unknown') return null;
  const found = { badLines: 0, badAt: [] as string[], whole: new Set<string>(), fractions: new Set<string>() };
  const names = new Set<string>();
  if (kind === 'lines') {
    let [number, good] = [0, 0];
    for await (const line of linesOf(file)) {
      number += 1;
      if (line.trim() === '') continue;
      const value = parse(line);
      const fault = faultOf(line, value);
      if (fault === null) {
        good += 1;
        noteNames(value, names);
        if (LONG_NUMBER.test(line)) noteNumbers(line, found);
      } else {
        found.badLines += 1;
        if (found.badAt.length < MOST_NUMBERS) found.badAt.push(`${number} (${fault})`);
      }
    }
    // One line is JSON (`kindOf`), so its fault is a key.
    if (good === 0) throw new NoTextError('an object in it has a key twice');
  } else {
    noteNames(parse(kind.document), names);
    if (LONG_NUMBER.test(kind.document)) noteNumbers(kind.document, found);
  }
  const { whole, fractions, ...bad } = found;
  const isRepaired = kind === 'lines' && (bad.badLines > 0 || !(await endsWithNewline(file)));
  const seen = new Set<string>();
  const repeated = [...names].filter((name) => seen.size === seen.add(inLowerCase(name)).size);
  return { ...bad, isRepaired, whole: [...whole], fractions: [...fractions], repeated };
}

export async function copyGoodLines(file: TextFile, target: Writable, budget: ByteBudget): Promise<void> {
  for await (const line of linesOf(file)) {
    if (line.trim() === '' || faultOf(line) !== null) continue;
    const bytes = Buffer.from(`${line}\n`);
    budget.take(bytes.length);
    if (!target.write(bytes)) await once(target, 'drain');
  }
  target.end();
  await once(target, 'finish');
}

/** Why a line is left out; null: it is not. DuckDB refuses the whole file for a repeated key. */
function faultOf(line: string, value = parse(line)): string | null {
  if (value === undefined) return 'no JSON';
  return keysIn(value) < writtenKeys(line) ? 'an object has a key twice' : null;
}

function writtenKeys(line: string): number {
  try {
    return line.match(STRING)?.filter((text) => text.endsWith(':')).length ?? 0;
  } catch (error) {
    // A string with millions of escapes is too much for the expression: DuckDB decides.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

function keysIn(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    const parts: unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += parts.length;
    for (const part of parts) left.push(part);
  }
  return count;
}

/** Lines if the first one, or the second without the first, is a complete value. */
async function kindOf(file: TextFile): Promise<'lines' | 'unknown' | { document: string }> {
  const first: string[] = [];
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue;
    first.push(line);
    if (first.length === 2) break;
  }
  if (first[0] !== undefined && parse(first[0]) !== undefined) return 'lines';
  let [document, length] = ['', 0];
  for await (const line of linesOf(file)) {
    length += line.length + 1;
    if (length > MOST_DOCUMENT) return 'unknown';
    document += `${line}\n`;
  }
  if (parse(document) !== undefined) return { document };
  const second = first[1];
  if (second?.startsWith('{') === true && parse(second) !== undefined) return 'lines';
  const error = errorOf(document);
  // Another document follows the first.
  if (/after JSON/.test(error)) return 'unknown';
  const line = /\(line (\d+)/.exec(error)?.[1];
  throw new NoTextError(`it is no JSON${line === undefined ? '' : `: line ${line} is wrong, or the end is missing`}`);
}

function errorOf(document: string): string {
  try {
    JSON.parse(asJson(document));
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Undefined if it is no JSON. */
function parse(text: string, reviver?: Reviver): unknown {
  for (const candidate of [(): string => text, () => asJson(text)]) {
    try {
      const value = (JSON.parse as (given: string, reviver?: Reviver) => unknown)(candidate(), reviver);
      return /\\ud/i.test(text) && HALF_PAIR.test(JSON.stringify(value)) ? undefined : value;
    } catch {
      // Tries the next.
    }
  }
  return undefined;
}

function asJson(text: string): string {
  return text.replace(BEYOND, (all, quoted?: string) => quoted ?? (all === ',' ? '' : '0'));
}

class Inexact {
  readonly isWhole: boolean;

  constructor(isWhole: boolean) {
    this.isWhole = isWhole;
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

function noteNumbers(text: string, found: { whole: Set<string>; fractions: Set<string> }): void {
  const mark: Reviver = (_key, value, { source }) => {
    if (typeof value === 'number') {
      const isWhole = !Number.isFinite(value) || /^-?\d+$/.test(source ?? '');
      return source === undefined || isExact(source, value) ? null : new Inexact(isWhole);
    }
    return typeof value === 'string' && NANOSECONDS.test(value) ? new Inexact(true) : value;
  };
  for (const row of rowsOf(parse(text, mark))) {
    for (const [name, part] of Object.entries(row)) {
      const kinds = inexactIn(part);
      if (kinds.has(true)) found.whole.add(name);
      if (kinds.has(false)) found.fractions.add(name);
    }
  }
}

function noteNames(value: unknown, names: Set<string>): void {
  for (const row of rowsOf(value)) for (const name of Object.keys(row)) names.add(name);
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
}

function inLowerCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function inexactIn(value: unknown): Set<boolean> {
  if (value instanceof Inexact) return new Set([value.isWhole]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((part) => [...inexactIn(part)]));
}

async function* linesOf(file: TextFile): AsyncGenerator<string> {
  const input = Readable.from(shortLines(readText(file)));
  let isFirst = true;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      yield isFirst ? line.replace(/^\uFEFF/, '') : line;
      isFirst = false;
    }
  } finally {
    input.destroy();
  }
}

/** Fails before a line is too long for the memory. */
async function* shortLines(input: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const newline = chunk.lastIndexOf(10);
    length = newline < 0 ? length + chunk.length : chunk.length - newline - 1;
    if (length > MOST_DOCUMENT) throw new LongLineError();
    yield chunk;
  }
}

async function endsWithNewline(file: TextFile): Promise<boolean> {
  let last = 0;
  for await (const chunk of readText(file) as AsyncIterable<Buffer>) last = chunk.at(-1) ?? last;
  return last === 10;
}
