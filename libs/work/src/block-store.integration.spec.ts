import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BlockStore, hashOf } from './block-store.js';
import type { TaskRuntime } from './task-runtime.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';

const blockOf = (content: string): { hash: string; content: string } => ({ hash: hashOf(content), content });

describe('blocks', () => {
  let fixture: WorkFixture;
  let work: TaskRuntime;
  beforeAll(async () => {
    fixture = await openWorkFixture();
    work = await fixture.join();
  });
  afterAll(() => fixture.close());

  /** As another process reads it, which remembers nothing. */
  const read = (hash: string): Promise<string> => new BlockStore(work.database).text(fixture.workspace, hash);

  it('come back as they were stored, whatever they are kept as a difference to', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 2000 }).filter((content) => !content.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, text, async (base, content) => {
        await work.blocks.storeAll(fixture.workspace, [{ ...blockOf(content), base: blockOf(base) }]);
        expect(await read(hashOf(content))).toBe(content);
        expect(await read(hashOf(base))).toBe(base);
      }),
      { numRuns: 30 },
    );
  });

  it('take little room where another one holds the same lines in another order', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `(column_${at}: ${hashOf(String(at)).slice(0, 20)})`);
    const base = blockOf(lines.join('\n'));
    const shuffled = blockOf(lines.toReversed().join('\n'));
    await work.blocks.storeAll(fixture.workspace, [{ ...shuffled, base }]);
    const text = `select octet_length(delta) as bytes from assay.blocks where hash = $1`;
    const [row] = await work.database.query<{ bytes: number }>({ name: 'delta_bytes', text }, [shuffled.hash]);
    expect(row?.bytes).toBeLessThan(base.content.length / 4);
    expect(await read(shuffled.hash)).toBe(shuffled.content);
  });

  it('may be what others differ from although they were kept as a difference before', async () => {
    const [first, second, third] = [blockOf('one'), blockOf('two'), blockOf('three')];
    await work.blocks.storeAll(fixture.workspace, [{ ...second, base: first }]);
    const other = new BlockStore(work.database);
    await other.storeAll(fixture.workspace, [{ ...third, base: second }]);
    expect(await Promise.all([read(first.hash), read(second.hash), read(third.hash)])).toEqual(['one', 'two', 'three']);
  });

  it('are gone when what they are a difference to is', async () => {
    const [base, content] = [blockOf('a base'), blockOf('a text')];
    await work.blocks.storeAll(fixture.workspace, [{ ...content, base }]);
    await work.database.query({ name: 'drop_base', text: 'delete from assay.blocks where hash = $1' }, [base.hash]);
    await expect(read(content.hash)).rejects.toMatchObject({ code: 'BLOCK_MISSING' });
  });
});
