import { describe, expect, it } from '@jest/globals';
import { newId, type Cell } from '@assay/contracts';
import fc from 'fast-check';
import { readStoredRows, storeRows } from './stored-rows.js';

function blocksInMemory(): { texts: string[]; store: typeof store; text: typeof text } {
  const texts: string[] = [];
  const store = async (_workspace: string, content: string): Promise<string> => String(texts.push(content) - 1);
  const text = async (_workspace: string, hash: string): Promise<string> => texts[Number(hash)] ?? '';
  return { texts, store, text };
}

const cell: fc.Arbitrary<Cell> = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));

describe('rows that are stored as blocks', () => {
  it('come back as they were, in pages that are no longer than they may be', async () => {
    const workspace = newId();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { maxLength: 4 })),
        fc.integer({ min: 1, max: 80 }),
        async (rows, most) => {
          const blocks = blocksInMemory();
          const pages = await storeRows(blocks, workspace, rows, undefined, most);
          expect(pages.length).toBeGreaterThan(0);
          const read: Cell[][] = [];
          for await (const page of readStoredRows(blocks, workspace, pages)) {
            if (page.length > 1) expect(JSON.stringify(page).length).toBeLessThanOrEqual(most);
            read.push(...page);
          }
          expect(read).toEqual(rows);
        },
      ),
    );
  });
});
