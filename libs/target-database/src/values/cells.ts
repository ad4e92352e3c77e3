/** NaN and infinities become strings. */
export function floatCell(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
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
