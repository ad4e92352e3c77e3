/**
 * pass^k for k = 1 to `repeats`, percent: the mean over tasks of the chance that k of its answers, drawn without putting
 * back, are all right. Unlike pass@k it falls with k: it tells how far one can rely on an answer.
 *
 * @param right how many of the `repeats` answers to each task were right
 */
export function passHatK(right: readonly number[], repeats: number): number[] {
  if (right.length === 0) return [];
  return Array.from({ length: repeats }, (_, index) => {
    const sum = right.reduce((total, count) => total + allRight(count, repeats, index + 1), 0);
    return (100 * sum) / right.length;
  });
}

/** C(count, k) / C(repeats, k), without numbers that grow. */
function allRight(count: number, repeats: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, count - drawn) / (repeats - drawn);
  return chance;
}
