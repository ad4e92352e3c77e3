import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reports each file by its name; what it is told to do decides how far it gets. */
const SCRIPT = `
const [, , ...files] = process.argv;
process.send({ kind: 'ready' });
for (const file of files) {
  if (file === 'endless') break;
  if (file === 'greedy') process.kill(process.pid, 'SIGXCPU');
  if (file !== 'greedy') process.send({ kind: 'file', report: file });
}
if (files.includes('endless')) setInterval(() => {}, 1000);
else if (!files.includes('greedy')) process.send({ kind: 'done' }, () => process.exit());
`;

jest.unstable_mockModule('./child-process.js', () => ({
  startScript: ({ file, args }: { file: string; args: string[] }) => fork(file, args),
}));
const { runOverFiles } = await import('./run-over-files.js');

describe('runOverFiles', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
    file = join(folder, 'script.cjs');
    await writeFile(file, SCRIPT);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (files: string[], withinMs: number): Promise<string[]> =>
    runOverFiles<string, string>({
      files,
      bytesOf: async () => 1,
      start: async (left) => ({ file, args: [...left] }) as never,
      failure: (name, problem) => `${name}: ${problem}`,
      deadline: performance.now() + withinMs,
    });

  it('fails a file that takes too much processor time, and reads those after it', async () => {
    expect(await run(['one', 'greedy', 'two'], 60_000)).toEqual(['one', 'greedy: it takes too long to read', 'two']);
  });

  it('keeps what was read until the deadline', async () => {
    expect(await run(['one', 'endless', 'two'], 10_000)).toEqual([
      'one',
      'endless: it takes too long to read',
      'two: files before it take too long to read',
    ]);
  });

  it('gives up if no process gets ready in time', async () => {
    await expect(run(['endless'], 0)).rejects.toMatchObject({ code: 'TARGET_OVERLOADED' });
  });
});
