export function anyHit(columns: readonly string[]): string {
  return columns.map((_, index) => `c${index} is not null`).join(' or ');
}
