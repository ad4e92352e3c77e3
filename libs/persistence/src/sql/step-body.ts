import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { toJsonb } from '../storable.js';

/** What a step was asked and answered; null where it is not kept (any more). */
export interface StepBody {
  request: unknown;
  answer: unknown;
  /** The answer's bytes as they came. */
  raw: Uint8Array | null;
}

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const NEWLINE = 0x0a;

/**
 * A body in the column `raw`, its `request` and `answer` null: zstd of the two as JSON, a line feed, and the bytes. An
 * answer says what its bytes say, so that together they take half of what they take alone.
 */
export function packBody({ request, answer, raw }: StepBody): Buffer {
  const head = toJsonb({ request, answer, bytes: raw !== null });
  return zstdCompressSync(Buffer.concat([Buffer.from(`${head}\n`), raw ?? new Uint8Array()]), FASTEST);
}

/** A step as it was before its body was packed. A row that has bytes and no request is packed. */
export function unpacked<Row extends Omit<StepBody, 'raw'> & { raw: Buffer | null }>(row: Row): Row {
  if (row.request !== null || row.raw === null) return row;
  const content = zstdDecompressSync(row.raw);
  const end = content.indexOf(NEWLINE);
  const { request, answer, bytes } = JSON.parse(content.toString('utf8', 0, end)) as Record<string, unknown>;
  return {
    ...row,
    request: request ?? null,
    answer: answer ?? null,
    raw: bytes === true ? content.subarray(end + 1) : null,
  };
}
