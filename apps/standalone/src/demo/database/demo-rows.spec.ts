import { describe, expect, it } from '@jest/globals';
import { demoRows } from './demo-rows.js';

interface Payment {
  order_id: number;
  kind: string;
  amount: string;
}

describe('demoRows', () => {
  it('refunds what was returned, in full', () => {
    const orders = demoRows<{ id: number; status: string }>('sales_order');
    const returned = new Set(orders.filter(({ status }) => status === 'returned').map(({ id }) => id));
    const balance = new Map<number, number>();
    for (const { order_id, kind, amount } of demoRows<Payment>('payment')) {
      const cents = Math.round(Number(amount) * 100) * (kind === 'refund' ? -1 : 1);
      balance.set(order_id, (balance.get(order_id) ?? 0) + cents);
    }
    expect(returned.size).toBeGreaterThan(0);
    expect([...returned].filter((id) => balance.get(id) !== 0)).toEqual([]);
  });

  it('has two books share the best average of at least ten ratings, and one that comes short of ten', () => {
    const all = demoRows<{ book_id: number; rating: number | null }>('review');
    const rated = [...Map.groupBy(all, ({ book_id }) => book_id)].map(([book, reviews]) => {
      const stars = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
      return {
        book,
        reviews: reviews.length,
        stars: stars.length,
        average: stars.reduce((a, b) => a + b, 0) / stars.length,
      };
    });
    const eligible = rated.filter(({ stars }) => stars >= 10);
    const best = Math.max(...eligible.map(({ average }) => average));
    expect(eligible.filter(({ average }) => average === best).map(({ stars }) => stars)).toEqual([10, 20]);
    expect(rated.filter(({ stars, reviews, average }) => stars === 9 && reviews >= 10 && average > best)).toHaveLength(
      1,
    );
  });
});
