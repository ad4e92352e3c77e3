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

  /** Stores texts as one kind, the first of which is what the others are kept as differences to; the bytes of each row. */
  async function storeAlike(...texts: { hash: string; content: string }[]): Promise<(number | null)[]> {
    const blocks = new BlockStore(work.database);
    for (const each of texts) await blocks.storeAll(fixture.workspace, [{ ...each, kind: 'alike' }]);
    const text = `select octet_length(b.delta) as bytes from unnest($1::text[]) with ordinality as wanted (hash, place)
                  join assay.blocks b using (hash) order by wanted.place`;
    const hashes = texts.map(({ hash }) => hash);
    const rows = await work.database.query<{ bytes: number | null }>({ name: 'bytes', text }, [hashes]);
    return rows.map(({ bytes }) => bytes);
  }

  const lines = (salt: string): string[] =>
    Array.from({ length: 200 }, (_, at) => `(column_${at}: ${hashOf(`${salt}${at}`).slice(0, 20)})`);

  it('come back as they were stored, whatever they are kept as a difference to', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 2000 }).filter((content) => !content.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, text, async (first, second) => {
        await storeAlike(blockOf(first), blockOf(second), blockOf(`${first}, ${second}`));
        for (const content of [first, second, `${first}, ${second}`]) expect(await read(hashOf(content))).toBe(content);
      }),
      { numRuns: 30 },
    );
  });

  it('take little room where another one holds the same lines in another order', async () => {
    const first = blockOf(lines('').join('\n'));
    const shuffled = blockOf(lines('').toReversed().join('\n'));
    const [whole, delta] = await storeAlike(first, shuffled);
    expect(whole).toBeNull();
    expect(delta).toBeLessThan(first.content.length / 4);
    expect(await read(shuffled.hash)).toBe(shuffled.content);
  });

  it('are kept whole where they differ in much', async () => {
    const texts = ['one', 'other'].map((salt) => blockOf(lines(salt).join('\n')));
    expect(await storeAlike(...texts)).toEqual([null, null]);
  });

  it('are never a difference to a text of another workspace', async () => {
    const blocks = new BlockStore(work.database);
    const workspaces = [fixture.workspace, await fixture.createWorkspace()];
    const texts = ['a', 'b'].map((end) => blockOf([...lines('two'), end].join('\n')));
    for (const [at, workspace] of workspaces.entries()) {
      await blocks.storeAll(workspace, [{ ...(texts[at] ?? blockOf('')), kind: 'alike' }]);
    }
    const text = 'select workspace_id as workspace, base from assay.blocks where hash = any ($1) order by workspace_id';
    const rows = await work.database.query({ name: 'bases', text }, [texts.map(({ hash }) => hash)]);
    expect(rows).toEqual(workspaces.sort().map((workspace) => ({ workspace, base: null })));
  });

  it('name the base that they were stored with last, so that it is kept as long as they are', async () => {
    const [first, second, text] = ['1', '2', '3'].map((end) => blockOf([...lines('six'), end].join('\n'))) as [
      { hash: string; content: string },
      { hash: string; content: string },
      { hash: string; content: string },
    ];
    await storeAlike(first, text);
    const age = "update assay.blocks set used_at = now() - interval '20 days' where hash = $1";
    await work.database.query({ name: 'age', text: age }, [text.hash]);
    await storeAlike(second, text);
    await work.database.query({ name: 'drop_base', text: 'delete from assay.blocks where hash = $1' }, [first.hash]);
    expect(await read(text.hash)).toBe(text.content);
  });

  it('may be what others differ from although they were kept as a difference before', async () => {
    const [first, second, third] = ['1', '2', '3'].map((end) => blockOf([...lines('three'), end].join('\n'))) as [
      { hash: string; content: string },
      { hash: string; content: string },
      { hash: string; content: string },
    ];
    const deltas = [...(await storeAlike(first, second)), ...(await storeAlike(second, third))];
    expect(deltas).toEqual([null, expect.any(Number), expect.any(Number), expect.any(Number)]);
    for (const { hash, content } of [first, second, third]) expect(await read(hash)).toBe(content);
  });

  it('are gone when what they are a difference to is', async () => {
    const [base, content] = [blockOf(lines('four').join('\n')), blockOf([...lines('four'), '!'].join('\n'))];
    await storeAlike(base, content);
    await work.database.query({ name: 'drop_base', text: 'delete from assay.blocks where hash = $1' }, [base.hash]);
    await expect(read(content.hash)).rejects.toMatchObject({ code: 'BLOCK_MISSING' });
  });
});
