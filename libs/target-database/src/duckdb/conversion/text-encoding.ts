import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { ByteBudget } from './byte-budget.ts';
import { doubleByteEncoding } from './double-byte.ts';
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const SAMPLE_BYTES = 256 * 1024;
/** DuckDB's limit of a line in bytes. */
const LONGEST_LINE = 2 * 1024 * 1024;
/** Bytes that a truncated UTF-8 character may lack. */
const LONGEST_REST = 3;
/** Confidence (of 100) below which the most common encoding is used. */
const LEAST_CONFIDENCE = 30;
/** Confidence from which frequencies decide. */
const SURE = 60;
const MOST_LIKELY = 'windows-1252';

export class NoTextError extends Error {}

export interface TextFile {
  path: string;
  isPacked: boolean;
}

export function readText({ path, isPacked }: TextFile): Readable {
  const stream = createReadStream(path);
  if (!isPacked) return stream;
  const unpacked = createGunzip();
  stream.on('error', (error) => unpacked.destroy(error));
  return stream.pipe(unpacked);
}

/**
 * From the first bytes.
 * @returns an iconv-lite name; null for UTF-8
 */
export async function encodingOf(file: TextFile): Promise<string | null> {
  const sample = await firstBytes(file, SAMPLE_BYTES);
  const wide = wideEncoding(sample);
  if (wide !== null) return wide;
  if (sample.includes(0)) throw new NoTextError('it holds NUL bytes and is no text');
  return startsAsUtf8(sample) ? null : likelyEncoding(sample);
}

/** Encoding of a text that is UTF-8 in its first bytes only. */
export async function laterEncodingOf(file: TextFile): Promise<string> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of readText(file) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    if (!startsAsUtf8(bytes)) return likelyEncoding(bytes);
    rest = bytes.subarray(wholeCharacters(bytes));
  }
  return MOST_LIKELY;
}

export async function convertText(
  file: TextFile,
  encoding: string,
  target: Writable,
  budget: ByteBudget,
): Promise<void> {
  const [decode, encode] = [iconv.decodeStream(encoding), iconv.encodeStream('utf8')];
  await pipeline(readText(file), decode, encode, budget.counter(), target);
}

/** For texts that DuckDB unpacks. */
export async function countUnpacked(file: TextFile, budget: ByteBudget): Promise<void> {
  if (!file.isPacked) return;
  for await (const chunk of readText(file) as AsyncIterable<Buffer>) budget.take(chunk.length);
}

/** Refuses a first line beyond DuckDB's limit. */
export async function checkFirstLine(file: TextFile): Promise<void> {
  const start = await firstBytes(file, LONGEST_LINE);
  const hasEnd = start.length < LONGEST_LINE || start.includes(10) || start.includes(13);
  if (!hasEnd) throw new NoTextError('a line in it is longer than 2 MB');
}

async function firstBytes(file: TextFile, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readText(file) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** By byte order mark, UTF-16 also by zero bytes; else null. */
function wideEncoding(sample: Buffer): string | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => sample[index] === byte);
  if (starts(0xff, 0xfe, 0, 0)) return 'utf-32le';
  if (starts(0, 0, 0xfe, 0xff)) return 'utf-32be';
  if (starts(0xff, 0xfe)) return 'utf-16le';
  if (starts(0xfe, 0xff)) return 'utf-16be';
  let [even, odd] = [0, 0];
  for (let index = 0; index < sample.length; index += 1) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (Math.max(even, odd) < sample.length / 6 || Math.min(even, odd) > Math.max(even, odd) / 10) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function startsAsUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes.subarray(0, wholeCharacters(bytes)));
}

/** Length without a truncated last character. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_REST, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function likelyEncoding(bytes: Buffer): string {
  const possible = chardet.analyse(bytes);
  const [best] = possible;
  if (best === undefined || best.confidence < SURE) {
    const names = possible.map(({ name }): string => name);
    const asian = doubleByteEncoding(bytes, names);
    if (asian !== null) return asian;
  }
  const isWestern =
    best === undefined || best.confidence < LEAST_CONFIDENCE || /^iso-8859-1$|^ascii$|^utf-?8$/i.test(best.name);
  const name = isWestern || !iconv.encodingExists(best.name) ? MOST_LIKELY : best.name;
  // windows-1252 is a superset of ISO-8859-1.
  return name === MOST_LIKELY && isCentralEuropean(iconv.decode(bytes, MOST_LIKELY)) ? 'windows-1250' : name;
}

/**
 * Whether windows-1252 is wrong: Polish letters appear as signs within words (`³`, `¹`, `£`), Czech and Hungarian ones as
 * combinations that no western word has.
 */
function isCentralEuropean(text: string): boolean {
  const signs = text.match(/\p{L}[¹³¿¼¾]\p{L}|(?<![\p{L}\d])(?:£[aeouyóê¹]|¯\p{Ll})/gu)?.length ?? 0;
  if (signs > 1 || CZECH.test(text) || (/ø/i.test(text) && /[ìù]\p{L}/iu.test(text))) return true;
  return HUNGARIAN.test(text) && /[öü]/i.test(text) && /[áéóí]/i.test(text) && !NOT_HUNGARIAN.test(text);
}

const CZECH = /ø\p{L}*[ìùè]|[ìùè]\p{L}*ø|ìè|èì/iu;
/** Not the `õe` of Portuguese or the `û` of French. */
const HUNGARIAN = /õ(?!e)|û\p{L}*[áíóöüõ]|[áíóöüõ]\p{L}*û/iu;
const NOT_HUNGARIAN = /[àâãäåæçèêëìîïðñòôøùýþÿß]/i;
