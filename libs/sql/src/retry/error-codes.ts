/** Codes of a dialect by pattern; null where the dialect has none that tell. */
export type CodeSet = RegExp | null;

/** Exactly these error numbers, with or without leading zeros. */
export function numberSet(...numbers: readonly number[]): RegExp {
  return new RegExp(`^0*(?:${numbers.join('|')})$`);
}

/** A code without what an engine puts before its number (`ORA-00942`). */
export function plainCode(code: string | null): string {
  return code?.replace(/^ORA-0*/i, '') ?? '';
}
