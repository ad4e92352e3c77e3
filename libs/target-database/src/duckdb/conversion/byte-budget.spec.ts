import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ByteBudget } from './byte-budget.js';
import { convertText, countUnpacked } from './text-encoding.js';

const MB = 1024 * 1024;

describe('ByteBudget', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-budget-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const packed = async (text: string | Buffer): Promise<string> => {
    const path = join(folder, 'a.csv.gz');
    await writeFile(path, gzipSync(text));
    return path;
  };

  it('is of all that is taken of it, to the last byte', () => {
    const budget = new ByteBudget(2 * MB, 10);
    budget.take(6);
    budget.take(4);
    expect(() => budget.take(1)).toThrow('it and the others take more than 2 MB unpacked');
  });

  it('ends what a packed text is converted to', async () => {
    const target = join(folder, 'b.csv');
    const path = await packed(Buffer.alloc(32 * MB, 0xe9));
    const converted = convertText({ path, isPacked: true }, 'latin1', createWriteStream(target), new ByteBudget(MB));
    await expect(converted).rejects.toThrow('more than 1 MB unpacked');
    expect((await stat(target)).size).toBeLessThanOrEqual(MB);
  });

  it('leaves a text that fits as it is', async () => {
    const target = join(folder, 'b.csv');
    const budget = new ByteBudget(4);
    await convertText(
      { path: await packed(Buffer.from([0xe9, 0xe8])), isPacked: true },
      'latin1',
      createWriteStream(target),
      budget,
    );
    expect(await readFile(target, 'utf8')).toBe('éè');
    expect(() => budget.take(1)).toThrow();
  });

  it('counts packed texts that others unpack', async () => {
    const path = await packed('x'.repeat(4 * MB));
    await expect(countUnpacked({ path, isPacked: true }, new ByteBudget(MB))).rejects.toThrow(
      'more than 1 MB unpacked',
    );
    await countUnpacked({ path, isPacked: true }, new ByteBudget(4 * MB));
  });
});
