/** Null if codes do not distinguish. */
export type CodeSet = RegExp | null;

/** Matches these numbers, leading zeros allowed. */
export function numberSet(...numbers: readonly number[]): RegExp {
  return new RegExp(`^0*(?:${numbers.join('|')})$`);
}

/** Removes `ORA-` and leading zeros. */
export function plainCode(code: string | null): string {
  return code?.replace(/^ORA-0*/i, '') ?? '';
}
