import type { NumberedTest } from '@assay/contracts';
import { textGrams } from '@assay/sql';

const ALIKE = 0.5;
const MOST_PAIRS = 20;

/** Pairs with similar wording, most similar first: hints for grouping. */
export function likelyDuplicates(
  tests: readonly Pick<NumberedTest, 'number' | 'statement'>[],
): { first: number; second: number }[] {
  const grams = tests.map(({ number, statement }) => ({ number, grams: textGrams(statement) }));
  const pairs = grams.flatMap((first, index) =>
    grams.slice(index + 1).map((second) => ({
      first: first.number,
      second: second.number,
      alike: shareOf(first.grams, second.grams),
    })),
  );
  return pairs
    .filter(({ alike }) => alike >= ALIKE)
    .sort((left, right) => right.alike - left.alike)
    .slice(0, MOST_PAIRS)
    .map(({ first, second }) => ({ first, second }));
}

function shareOf(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  let common = 0;
  for (const gram of first) if (second.has(gram)) common += 1;
  return common / Math.max(1, first.size + second.size - common);
}
