/** NaN and infinities become strings, and negative zero 0: JSON has neither. */
export function floatCell(value: number): number | string {
  return Number.isFinite(value) ? value + 0 : String(value);
}

/** The shortest decimal that has this single-precision value: 0.1 rather than 0.10000000149011612. */
export function singleCell(value: number): number | string {
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return floatCell(value);
}

/** A number if exact, otherwise its digits. */
export function integerCell(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

/** Hexadecimal after `\x`. */
export function bytesCell(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
