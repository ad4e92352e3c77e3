const LONGEST = 128;

/** Counts swaps (optimal string alignment), in the first 128 characters. */
export function editDistance(left: string, right: string): number {
  const [one, other] = [left.slice(0, LONGEST), right.slice(0, LONGEST)];
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitution = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swap = row > 1 && swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution, swap));
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
