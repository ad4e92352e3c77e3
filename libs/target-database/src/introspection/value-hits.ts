/** The condition that one of the columns `c0`, `c1`, … of a value search holds something. */
export function anyHit(columns: readonly string[]): string {
  return columns.map((_, index) => `c${index} is not null`).join(' or ');
}
