import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reports each file by its name; its instruction decides how far it gets. */
const SCRIPT = `
process.once('message', (files) => {
process.send({ kind: 'ready' });
for (const file of files) {
  if (file === 'endless') {
    process.send({ kind: 'stuck' });
    break;
  }
  if (file === 'greedy') process.kill(process.pid, 'SIGXCPU');
  else if (file === 'hungry') process.kill(process.pid, 'SIGABRT');
  else if (file.startsWith('bad')) process.kill(process.pid, 'SIGSEGV');
  else process.send({ kind: 'file', report: file });
}
if (files.includes('endless')) setInterval(() => {}, 1000);
else if (!files.some((file) => ['greedy', 'hungry'].includes(file) || file.startsWith('bad'))) process.send({ kind: 'done' }, () => process.exit());
});
`;

let deadline: AbortController;
const startScript = ({ file }: { file: string }): ChildProcess =>
  fork(file).on('message', ({ kind }: { kind: string }) => kind === 'stuck' && deadline.abort());
jest.unstable_mockModule('./child-process.js', () => ({ startScript }));
const { runOverFiles } = await import('./run-over-files.js');

describe('runOverFiles', () => {
  let folder: string;
  let file: string;
  const starts: unknown[] = [];
  beforeEach(async () => {
    starts.length = 0;
    deadline = new AbortController();
    folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
    file = join(folder, 'script.cjs');
    await writeFile(file, SCRIPT);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (files: string[]): Promise<string[]> =>
    runOverFiles<string, string>({
      files,
      bytesOf: async () => 1,
      start: async (left, failed) => {
        starts.push([[...left], [...failed]]);
        return { file, request: [...left] } as never;
      },
      failure: (name, problem) => `${name}: ${problem}`,
      deadline: deadline.signal,
    });

  it('fails a file that takes too much processor time, and reads those after it', async () => {
    expect(await run(['one', 'greedy', 'two'])).toEqual(['one', 'greedy: it takes too long to read', 'two']);
  });

  it('names a lack of memory where the process aborts', async () => {
    expect(await run(['hungry', 'two'])).toEqual(['hungry: it takes too much memory', 'two']);
  });

  it('finds each file that crashes the process among others, by two processes per such file', async () => {
    expect(await run(['bad 1', 'two', 'three', 'bad 4', 'bad 5', 'six', 'bad 7'])).toEqual([
      'bad 1: reading it failed',
      'two',
      'three',
      'bad 4: reading it failed',
      'bad 5: reading it failed',
      'six',
      'bad 7: reading it failed',
    ]);
    const left = (starts as [string[], string[]][]).map(([files]) => files[0]);
    expect(left).toEqual(['bad 1', 'bad 1', 'two', 'bad 4', 'bad 5', 'bad 5', 'six', 'bad 7', undefined]);
  });

  it('does not try a file again that used up the processor time of its own process', async () => {
    expect(await run(['greedy', 'two'])).toEqual(['greedy: it takes too long to read', 'two']);
    expect(starts).toHaveLength(2);
  });

  it('keeps what was read until the deadline, and removes what exists of the current file', async () => {
    expect(await run(['one', 'endless', 'two'])).toEqual([
      'one',
      'endless: it takes too long to read',
      'two: files before it take too long to read',
    ]);
    expect(starts).toEqual([
      [['one', 'endless', 'two'], []],
      [[], ['endless']],
    ]);
  });

  it('gives up if no process gets ready in time', async () => {
    deadline.abort();
    await expect(run(['endless'])).rejects.toMatchObject({ code: 'TARGET_OVERLOADED' });
  });
});
