import type { SeededSource } from './seeded-source.js';
import { REVIEW_TEXTS } from './vocabulary.js';

const REVIEWS = 2400;

export interface ReviewRow {
  id: number;
  book_id: number;
  customer_id: number | null;
  rating: number | null;
  written_on: string;
  body: string | null;
}

/** The best average needs close competitors. */
const CURATED: readonly { book: number; ratings: readonly (number | null)[] }[] = [
  // Best average (4.9), exactly ten ratings.
  { book: 171, ratings: [5, 5, 5, 5, 5, 5, 5, 5, 5, 4] },
  // Same average with twenty.
  { book: 342, ratings: [...Array<number>(18).fill(5), 4, 4] },
  // Only five stars, but nine ratings; four reviews without.
  { book: 513, ratings: [...Array<number>(9).fill(5), null, null, null, null] },
];

export function reviewRows(source: SeededSource, books: number, customers: number): ReviewRow[] {
  const curated = CURATED.flatMap(({ book, ratings }) => ratings.map((rating) => ({ book, rating })));
  const byHand = new Set(CURATED.map(({ book }) => book));
  const drawn = Array.from({ length: REVIEWS }, () => ({
    book: 1 + Math.floor(source.fraction() ** 1.7 * books),
    rating: source.weighted([
      [5, 30],
      [4, 30],
      [3, 18],
      [2, 9],
      [1, 5],
      [null, 8],
    ] as const),
  })).filter(({ book }) => !byHand.has(book));
  return [...curated, ...drawn].map(({ book, rating }, index) => ({
    id: index + 1,
    book_id: book,
    customer_id: reviewer(source, customers, byHand.has(book)),
    rating,
    written_on: source.day('2023-01-10', '2025-06-30'),
    body: source.chance(0.3) ? null : source.pick(REVIEW_TEXTS),
  }));
}

function reviewer(source: SeededSource, customers: number, byHand: boolean): number | null {
  if (source.chance(byHand ? 0.25 : 0.08)) return null;
  const customer = source.between(1, customers);
  return byHand && customer % 40 === 0 ? customer - 1 : customer;
}
