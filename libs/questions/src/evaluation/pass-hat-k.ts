/**
 * pass^k for k = 1 to `repeats`, percent: mean probability that k answers, drawn without replacement, are all right.
 * @param right number of right answers per task
 */
export function passHatK(right: readonly number[], repeats: number): number[] {
  if (right.length === 0) return [];
  return Array.from({ length: repeats }, (_, index) => {
    const sum = right.reduce((total, count) => total + allRight(count, repeats, index + 1), 0);
    return (100 * sum) / right.length;
  });
}

/** C(count, k) / C(repeats, k) without large numbers. */
function allRight(count: number, repeats: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, count - drawn) / (repeats - drawn);
  return chance;
}
