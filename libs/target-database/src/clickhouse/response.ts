import type { Cell, StatementLimits } from '@assay/contracts';
import type { Readable } from 'node:stream';
import { NO_QUERY, StatementFailedError } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { RowCap } from '../values/row-cap.js';
import { serverErrorIn } from './errors.js';
import { plainType, rowReader } from './values.js';

/** Names and types arrive in two lines before the rows. */
export const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';
const ERROR_BYTES = 65_536;
const HEADER_BYTES = 1_000_000;

export interface Rows {
  columns: { name: string; type: string }[];
  rows: Cell[][];
  cut: boolean;
}

interface Line {
  bytes: Buffer;
  /** False: the end is missing, or beyond the limit. */
  whole: boolean;
}

/**
 * Totals of WITH TOTALS, behind an empty line, are left out. Any other line that is no row is an exception: the status
 * 200 was sent before it.
 */
export async function readRows(
  body: Readable,
  limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>,
  offset: number,
): Promise<Rows> {
  const cap = new RowCap(limits, offset);
  const longest = limits.maxBytes + HEADER_BYTES;
  const lines = linesOf(body, longest);
  const header: string[][] = [];
  const rows: Cell[][] = [];
  let rowOf = rowReader([]);
  let totals: number | null = null;
  const found = (): Rows => ({ columns: columnsOf(header), rows, cut: cap.reached });
  for await (const line of lines) {
    if (line.bytes.length > longest) return { ...found(), cut: true };
    if (header.length === 2 && line.whole && line.bytes.length === 0) {
      totals ??= 0;
      continue;
    }
    const cells = line.whole ? rowOf(line.bytes) : null;
    const [names = cells] = header;
    if (cells === null || cells.length !== names?.length) throw await failureIn(line, lines);
    if (header.length < 2) {
      header.push(cells.map(String));
      if (header.length === 2) rowOf = rowReader(header[1] ?? []);
      continue;
    }
    if (totals !== null) {
      totals += 1;
      continue;
    }
    const verdict = cap.admit(line.bytes.length);
    if (verdict === 'stop') return found();
    if (verdict === 'keep') rows.push(cells);
  }
  if (header.length === 0) throw new StatementFailedError(NO_QUERY);
  if (header.length < 2 || totals === 0) throw targetFault('TARGET_CONNECTION_LOST');
  return found();
}

/** The exception of an answer with another status. */
export async function failureOf(body: Readable): Promise<Error> {
  return failureIn({ bytes: Buffer.alloc(0), whole: true }, linesOf(body, ERROR_BYTES));
}

async function failureIn(first: Line, lines: AsyncIterable<Line>): Promise<Error> {
  let text = first.bytes.toString();
  for await (const { bytes } of lines) {
    text += `\n${bytes.toString()}`;
    if (text.length > ERROR_BYTES) break;
  }
  return serverErrorIn(text) ?? targetFault('TARGET_CONNECTION_LOST');
}

function columnsOf([names = [], types = []]: string[][]): Rows['columns'] {
  return names.map((name, index) => ({ name, type: plainType(types[index] ?? '') }));
}

async function* linesOf(body: Readable, longest: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield { bytes: Buffer.concat([...parts, chunk.subarray(from, end)]), whole: true };
      [parts, size, from] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longest) break;
  }
  if (size > 0) yield { bytes: Buffer.concat(parts), whole: false };
}
