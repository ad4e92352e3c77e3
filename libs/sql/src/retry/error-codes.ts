/** Codes of a dialect by pattern; null where the dialect has none that tell. */
export type CodeSet = RegExp | null;

/** Exactly these error numbers, with or without leading zeros. */
export function numberSet(...numbers: readonly number[]): RegExp {
  return new RegExp(`^0*(?:${numbers.join('|')})$`);
}
