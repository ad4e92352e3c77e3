import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { whenSpent } from './processor-time.js';

const MS = 20;
const isLinux = process.platform === 'linux';
const onLinux = isLinux ? it : it.skip;
const why = isLinux ? '' : ' (skipped: only Linux tells)';

describe('the time that a process has spent', () => {
  let child: ChildProcess;
  afterEach(() => void child.kill('SIGKILL'));

  const start = (script: string): ChildProcess => (child = spawn(process.execPath, ['-e', script]));
  const state = (): string | undefined => /\) (\w)/.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))?.[1];

  it.each([
    ['works', 'for (;;);'],
    ['sleeps', 'setInterval(() => undefined, 1e6);'],
    ['works in another thread', "new (require('worker_threads').Worker)('for (;;);', { eval: true });"],
  ])('is over for one that %s', async (_does, script) => {
    let isOver = false;
    whenSpent(start(script).pid, MS, () => (isOver = true));
    await eventually(() => isOver);
  });

  it('is not reported once it is cancelled', async () => {
    let isOver = false;
    whenSpent(start('for (;;);').pid, MS, () => (isOver = true))();
    await delay(10 * MS);
    expect(isOver).toBe(false);
  });

  onLinux(`does not go by for one that is given no processor (one that is stopped stands for it)${why}`, async () => {
    start('for (;;);').kill('SIGSTOP');
    await eventually(() => state() === 'T');
    let isOver = false;
    whenSpent(child.pid, MS, () => (isOver = true));
    await delay(30 * MS);
    expect(isOver).toBe(false);
    child.kill('SIGCONT');
    await eventually(() => isOver);
  });
});
