import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childWatchdog } from './child-watchdog.js';
import { ended, exchange } from './exchange.js';
import { forkChild } from './fork-child.js';

const CHILD = `
import { closeSync, writeSync } from 'node:fs';
const big = 'x'.repeat(40_000_000);
process.on('message', ({ how, id }) => {
  if (how === 'answer') process.send({ id });
  if (how === 'flood') for (let n = 0; n < 20_000; n += 1) process.send({ id: -1, n });
  if (how === 'flood') process.send({ id });
  if (how === 'nothing') process.send(null);
  if (how === 'close') { process.disconnect(); setInterval(() => {}, 1000); }
  if (how === 'exit') process.exit(3);
  if (how === 'crash') process.abort();
  if (how === 'half') {
    try { writeSync(3, '{"id":' + id + ',"text":"' + big); } catch {}
    process.kill(process.pid, 'SIGKILL');
  }
  if (how === 'busy') for (;;);
});
process.send({ id: 0 });
`;

interface Reply {
  id: number;
}

describe('an exchange with a child process', () => {
  let folder: string;
  const started: ChildProcess[] = [];

  const start = async (): Promise<ChildProcess> => {
    const child = forkChild({ script: pathToFileURL(join(folder, 'child.mjs')), args: [], execArgv: [] });
    started.push(child);
    expect(await exchange<Reply>(child, { isLast: ({ id }) => id === 0 })).toEqual({ id: 0 });
    return child;
  };
  const ask = (child: ChildProcess, how: string, options = {}): Promise<Reply | null> =>
    exchange<Reply>(child, { request: { how, id: 1 }, isLast: ({ id }) => id === 1, ...options });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-exchange-'));
    await writeFile(join(folder, 'child.mjs'), CHILD);
  });
  afterAll(async () => {
    await Promise.all(started.map((child) => ended(child)));
    await rm(folder, { recursive: true });
  });

  it('ends with the last reply, whatever arrives before', async () => {
    const child = await start();
    expect(await ask(child, 'answer')).toEqual({ id: 1 });
    expect(await ask(child, 'flood')).toEqual({ id: 1 });
    expect(await ask(child, 'answer')).toEqual({ id: 1 });
  });

  it.each(['close', 'exit', 'crash', 'half', 'nothing'])(
    'ends without a reply when the child does: %s',
    async (how) => {
      const child = await start();
      expect(await ask(child, how)).toBeNull();
      expect(await ask(child, 'answer')).toBeNull();
      expect(await ended(child)).not.toBeNull();
    },
  );

  it('ends at its timeout and with its signal', async () => {
    const child = await start();
    expect(await ask(child, 'busy', { timeoutMs: 1 })).toBeNull();
    expect(await ask(child, 'answer', { signal: AbortSignal.abort() })).toBeNull();
    expect(await ended(child)).toBe('SIGKILL');
  });

  it('outlives a child that is killed with half a message on its way, or that cannot start', async () => {
    const child = await start();
    const asked = ask(child, 'half', { timeoutMs: 5 });
    child.kill('SIGKILL');
    expect(await asked).toBeNull();
    expect(await ended(child)).toBe('SIGKILL');
    const none = forkChild({ script: pathToFileURL(join(folder, 'none.mjs')), args: [], execArgv: [] });
    expect(await exchange(none, { isLast: () => true })).toBeNull();
  });

  (process.platform === 'linux' ? it : it.skip)('bounds memory, and is ended before its parent', async () => {
    const script = join(folder, 'limits.mjs');
    const read = ['limits', 'oom_score_adj'].map((name) => `readFileSync('/proc/self/${name}', 'utf8')`).join(', ');
    await writeFile(script, `import { readFileSync } from 'node:fs'; process.send([${read}]);`);
    const child = forkChild({ script: pathToFileURL(script), args: [], execArgv: [], memoryMb: 1500 });
    started.push(child);
    const [limits, score] = (await exchange<[string, string]>(child, { isLast: () => true })) ?? [];
    expect(limits).toMatch(new RegExp(`^Max data size +${1500 * 1024 ** 2} +${1500 * 1024 ** 2} `, 'm'));
    expect(score?.trim()).toBe('1000');
  });

  it('outlives any error event of the child, its channel and the watchdog', async () => {
    const child = await start();
    child.emit('error', new Error('of the child'));
    childWatchdog.input?.emit('error', new Error('of the stream'));
    expect(await ask(child, 'answer')).toEqual({ id: 1 });
    expect(await ask(await start(), 'answer')).toEqual({ id: 1 });
  });

  it('ends a process that uses up its processor time', async () => {
    const script = join(folder, 'busy.mjs');
    await writeFile(script, 'for (;;);');
    const child = forkChild({ script: pathToFileURL(script), args: [], execArgv: [], cpuSeconds: 1 });
    started.push(child);
    const signal = new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
    expect(await exchange(child, { isLast: () => true })).toBeNull();
    expect(await signal).toBe('SIGXCPU');
  });
});
