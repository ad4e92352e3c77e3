import type { NumberedTest } from '@assay/contracts';
import { textGrams } from '@assay/sql';

/** Pairs that share less of their n-grams (0–1, of both together) are not shown. */
const ALIKE = 0.5;
/** Pairs shown at most. */
const MOST_PAIRS = 20;

/** Numbers of the tests whose wording is much alike, the most alike first: hints for whoever groups them. */
export function likelyDuplicates(
  tests: readonly Pick<NumberedTest, 'number' | 'statement'>[],
): { first: number; second: number }[] {
  const grams = tests.map(({ number, statement }) => ({ number, grams: textGrams(statement) }));
  const pairs = grams.flatMap((first, index) =>
    grams.slice(index + 1).map((second) => ({
      first: first.number,
      second: second.number,
      alike: first.grams.intersection(second.grams).size / Math.max(1, first.grams.union(second.grams).size),
    })),
  );
  return pairs
    .filter(({ alike }) => alike >= ALIKE)
    .sort((left, right) => right.alike - left.alike)
    .slice(0, MOST_PAIRS)
    .map(({ first, second }) => ({ first, second }));
}
