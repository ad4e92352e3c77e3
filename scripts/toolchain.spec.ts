import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const toolchain = JSON.stringify(new URL('./toolchain.mjs', import.meta.url).href);
const folder = mkdtempSync(join(tmpdir(), 'assay-toolchain-'));

/** A script of the project that runs `program` as its child, started as `npm start` starts it: by npm, through a shell. */
function startThroughNpm(program: string): ChildProcess {
  writeFileSync(join(folder, 'program.mjs'), program);
  writeFileSync(
    join(folder, 'start.mjs'),
    `import { node24, run } from ${toolchain};
     process.exitCode = await run(node24(), [${JSON.stringify(join(folder, 'program.mjs'))}], { ipc: true });`,
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }));
  return spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** A program that says when it is up, and journals what reaches it. */
const LASTING = `
  import { appendFileSync } from 'node:fs';
  const journal = (line) => appendFileSync(${JSON.stringify(join(folder, 'journal'))}, line + '\\n');
  process.on('SIGTERM', () => (journal('SIGTERM'), process.exit(0)));
  process.on('disconnect', () => (journal('alone'), process.exit(1)));
  setInterval(() => undefined, 1000);
  process.stdout.write(String(process.pid));`;

async function pidOf(npm: ChildProcess): Promise<number> {
  for await (const chunk of npm.stdout ?? []) return Number(String(chunk));
  throw new Error('it printed nothing');
}

async function waitForExit(pid: number): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return;
    await delay(20);
  }
  throw new Error(`process ${pid} runs on`);
}

function journal(): string {
  try {
    return readFileSync(join(folder, 'journal'), 'utf8');
  } catch {
    return '';
  }
}

afterAll(() => rmSync(folder, { recursive: true }));

/** The result of `cacheFolder` for a folder, and whether `remove` deletes it. */
function cacheFor(configured: string): { parameters: string[]; existed: boolean[] } {
  const script = `import { cacheFolder } from ${toolchain};
    import { existsSync } from 'node:fs';
    const { parameters, remove } = cacheFolder(${JSON.stringify(configured)});
    const exists = () => parameters.every((each) => existsSync(each.replace('--cache=', '')));
    const existed = [exists()];
    remove();
    console.log(JSON.stringify({ parameters, existed: [...existed, exists()] }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(stdout) as { parameters: string[]; existed: boolean[] };
}

describe('cacheFolder', () => {
  it('leaves npm its own where that can be written', () => {
    expect(cacheFor(join(folder, 'cache'))).toEqual({ parameters: [], existed: [true, true] });
  });

  it('is a folder for the time being for a user without a home, and goes away again', () => {
    // below a file even root cannot make a folder
    writeFileSync(join(folder, 'no-home'), '');
    const { parameters, existed } = cacheFor(join(folder, 'no-home', '.npm'));
    expect(parameters).toHaveLength(1);
    expect(existed).toEqual([true, false]);
  });
});

describe('run', () => {
  afterEach(() => rmSync(join(folder, 'journal'), { force: true }));

  it.each([
    ['its exit code', 'process.exit(7)', 7],
    ['the signal that ended it', `process.kill(process.pid, 'SIGKILL')`, 137],
  ])('gives %s', async (_what, program, code) => {
    const npm = startThroughNpm(program);
    expect(await new Promise((resolve) => npm.once('exit', resolve))).toBe(code);
  });

  it('leaves standard output to the program', async () => {
    const npm = startThroughNpm(`console.log('{"only":"this"}')`);
    let output = '';
    for await (const chunk of npm.stdout ?? []) output += String(chunk);
    expect(output).toBe('{"only":"this"}\n');
  });

  it('stops the program in order when npm is stopped', async () => {
    const npm = startThroughNpm(LASTING);
    const pid = await pidOf(npm);
    npm.kill('SIGTERM');
    await waitForExit(pid);
    expect(journal()).toBe('SIGTERM\n');
  });

  (process.platform === 'linux' ? it : it.skip)('ends the program when npm is killed', async () => {
    const npm = startThroughNpm(LASTING);
    const pid = await pidOf(npm);
    npm.kill('SIGKILL');
    await waitForExit(pid);
    expect(journal()).not.toContain('SIGTERM');
  });
});
