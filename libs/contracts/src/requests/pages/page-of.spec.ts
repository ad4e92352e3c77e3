import { describe, expect, it } from '@jest/globals';
import { newId, type Id, type Page } from '../../index.js';
import fc from 'fast-check';
import { pageOf } from './page-of.js';

describe('pageOf', () => {
  it('gives every row once, in order, however long the list and its pages are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 10 }), async (length, limit) => {
        const rows = Array.from({ length }, () => ({ id: newId() }));
        const read = async (after: Id | null, take: number): Promise<{ id: Id }[]> =>
          rows.slice(after === null ? 0 : rows.findIndex((row) => row.id === after) + 1).slice(0, take);
        const seen: Id[] = [];
        let cursor: string | undefined;
        do {
          const page: Page<Id> = await pageOf({ cursor, limit }, read, (row) => row.id);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(rows.map((row) => row.id));
      }),
      { numRuns: 40 },
    );
  });

  it.each(['', 'x', 'AAAA', '0198c1e0-7000-7000-8000-000000000000'])('refuses %j as a cursor', async (cursor) => {
    const list = pageOf(
      { cursor, limit: 1 },
      async () => [],
      (row) => row,
    );
    await expect(list).rejects.toMatchObject({ status: 422, errors: [{ field: 'cursor' }] });
  });
});
