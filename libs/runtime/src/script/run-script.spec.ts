import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './run-script.js';
import { ScriptFailedError } from './script-failed-error.js';

const LIMITS = { milliseconds: 300_000, heapMegabytes: 64 };

describe('runScript', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-script-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  let written = 0;
  const run = async (text: string, milliseconds = LIMITS.milliseconds): Promise<unknown> => {
    const path = join(folder, `${(written += 1)}.mjs`);
    await writeFile(path, `process.on('message', ({ input }) => { ${text} });`);
    return runScript(pathToFileURL(path), 'abc', { ...LIMITS, milliseconds }).catch((error: unknown) => error);
  };

  it('gives the first message', async () => {
    expect(await run('process.send(input + "d")')).toBe('abcd');
  });

  it.each<[ScriptFailedError['reason'], string, string]>([
    ['memory', 'fills its memory', 'const kept = []; for (;;) kept.push({ at: kept.length });'],
    ['memory', 'fills its memory within native code', 'JSON.parse(`[${"[],".repeat(10_000_000)}[]]`);'],
    ['ended', 'throws', 'throw new Error("broken")'],
    ['ended', 'exits', 'process.exit(3)'],
    ['ended', 'disconnects', 'process.disconnect()'],
    ['ended', 'is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('rejects for %s where the script %s', async (reason, _what, text) => {
    const failure = await run(text);
    expect(failure).toBeInstanceOf(ScriptFailedError);
    expect(failure).toMatchObject({ reason });
  });

  it('rejects where the script does not end in time', async () => {
    expect(await run('for (;;);', 500)).toMatchObject({ name: 'ScriptFailedError', reason: 'time' });
  });

  it('rejects where the script cannot be loaded', async () => {
    const nowhere = pathToFileURL(join(folder, 'nowhere.mjs'));
    await expect(runScript(nowhere, '', LIMITS)).rejects.toThrow(ScriptFailedError);
  });

  it('gives the script no environment', async () => {
    expect(await run('process.send(Object.keys(process.env).filter((name) => !name.startsWith("NODE_")))')).toEqual([]);
  });

  it('runs all of many', async () => {
    const texts = Array.from({ length: 5 }, (_, at) => `process.send(${at})`);
    expect(await Promise.all(texts.map((text) => run(text)))).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses further calls while 2 run and 16 wait, and takes them again afterwards', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => run('process.send(1)')));
    const refused = all.filter((result) => result !== 1);
    expect(refused).toHaveLength(2);
    for (const problem of refused) {
      expect(problem).toMatchObject({ status: 429, code: 'OVERLOADED', retryAfterSeconds: 10 });
    }
    expect(await run('process.send(1)')).toBe(1);
  });
});
