/** A floating-point number as a cell: what JSON cannot write travels as its name. */
export function floatCell(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** An integer as a cell: a number where a double holds it exactly, its digits otherwise. */
export function integerCell(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

/** Bytes as a cell: hexadecimal digits after `\x`, whatever the engine. */
export function bytesCell(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
