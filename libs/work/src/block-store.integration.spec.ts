import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BlockStore } from './block-store.js';
import type { TaskRuntime } from './task-runtime.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';

describe('blocks', () => {
  let fixture: WorkFixture;
  let work: TaskRuntime;
  beforeAll(async () => {
    fixture = await openWorkFixture();
    work = await fixture.join();
  });
  afterAll(() => fixture.close());

  it('come back as they were stored, to another process as well', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 2000 }).filter((content) => !content.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const hash = await work.blocks.store(fixture.workspace, content);
        expect(await new BlockStore(work.database).text(fixture.workspace, hash)).toBe(content);
      }),
      { numRuns: 30 },
    );
  });

  it('of one workspace are not there for another one', async () => {
    const hash = await work.blocks.store(fixture.workspace, 'mine');
    const other = await fixture.createWorkspace();
    await expect(work.blocks.text(other, hash)).rejects.toMatchObject({ code: 'BLOCK_MISSING' });
  });

  it('that are stored again are noted as used, half a day later', async () => {
    const hash = await work.blocks.store(fixture.workspace, 'again');
    const sql = (text: string): Promise<{ young: boolean }[]> =>
      work.database.query<{ young: boolean }>({ name: '', text }, [hash]);
    const young = `select used_at > now() - interval '1 minute' as young from assay.blocks where hash = $1`;
    await sql(`update assay.blocks set used_at = now() - interval '11 hours' where hash = $1`);
    await new BlockStore(work.database).store(fixture.workspace, 'again');
    expect(await sql(young)).toEqual([{ young: false }]);
    await sql(`update assay.blocks set used_at = now() - interval '13 hours' where hash = $1`);
    await new BlockStore(work.database).store(fixture.workspace, 'again');
    expect(await sql(young)).toEqual([{ young: true }]);
  });
});
