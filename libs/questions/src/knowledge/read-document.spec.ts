import { describe, expect, it } from '@jest/globals';
import { readDocument } from './read-document.js';

const TERMS = (count: number): string =>
  `name: many\nterms:\n${Array.from({ length: count }, (_, at) => `  - name: t${at}\n    definition: d\n`).join('')}`;
/** Some 2 MB of YAML: takes seconds. */
const LARGE = TERMS(50_000);
const GENEROUS = { milliseconds: 300_000, heapMegabytes: 256 };

describe('a document', () => {
  it('stops at its time limit, without blocking others, and names the limit', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const failure = await readDocument(LARGE, { ...GENEROUS, milliseconds: 100 }).catch((error: unknown) => error);
    clearInterval(counting);
    expect(failure).toMatchObject({
      status: 422,
      errors: [{ field: 'document', message: 'takes longer than 0.1 seconds to read' }],
    });
    expect(turns).toBeGreaterThan(3);
  });

  it('is not read further when its memory is full, and names the limit', async () => {
    await expect(readDocument(LARGE, { ...GENEROUS, heapMegabytes: 16 })).rejects.toMatchObject({
      errors: [{ field: 'document', message: 'takes more than 16 MB of memory to read' }],
    });
  });

  it('is read after others were given up', async () => {
    const given = [1, 2, 3, 4].map(() => readDocument(LARGE, { ...GENEROUS, milliseconds: 50 }));
    for (const { status } of await Promise.allSettled(given)) expect(status).toBe('rejected');
    expect(await readDocument(TERMS(3), GENEROUS)).toMatchObject({ format: 'glossary', items: { length: 3 } });
  });
});
