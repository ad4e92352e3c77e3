import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const launcher = new URL('../bin/assay.mjs', import.meta.url).pathname;
/** Makes only the first process report an older Node. */
const AS_OLD_NODE = [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.11.0'})`,
];
const COMMAND = `export const processTerminal = () => 'terminal';
export async function runCli(args, terminal) { console.log(JSON.stringify({ args, terminal })); return 42; }
`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-launcher-'));
  await mkdir(join(root, 'apps/cli/bin'), { recursive: true });
  await copyFile(launcher, join(root, 'apps/cli/bin/assay.mjs'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
});
afterEach(async () => rm(root, { recursive: true }));

async function build(source = COMMAND): Promise<void> {
  await mkdir(join(root, 'apps/cli/dist'));
  await writeFile(join(root, 'apps/cli/dist/index.js'), source);
}

async function start(
  args: string[],
  nodeFlags: string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'apps/cli/bin/assay.mjs'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ASSAY_NODE_STARTED: '' },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, out, err };
}

describe('bin/assay.mjs', () => {
  it('hands the arguments over, and ends with the exit code of the command', async () => {
    await build();
    const { code, out } = await start(['ask', 'how many?']);
    expect([code, JSON.parse(out)]).toEqual([42, { args: ['ask', 'how many?'], terminal: 'terminal' }]);
  });

  it('says how to build what is not built', async () => {
    const { code, err } = await start(['ask']);
    expect([code, err]).toEqual([1, expect.stringMatching(/not built yet: run `npm run build` in .*assay-launcher-/)]);
  });

  it('says so where a part is not built', async () => {
    await build(`import './missing.js';`);
    const { code, err } = await start(['ask']);
    expect([code, err]).toEqual([1, expect.stringContaining('npm install && npm run build')]);
  });

  it("starts itself again on the project's own Node when an older one started it", async () => {
    await build();
    const binary = join(root, 'node_modules/.bin/node');
    await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
    await writeFile(binary, `#!/bin/sh\necho own node >&2\nexec '${process.execPath}' "$@"\n`);
    await chmod(binary, 0o755);
    const { code, out, err } = await start(['record', 'a b'], AS_OLD_NODE);
    expect([code, JSON.parse(out), err]).toEqual([42, { args: ['record', 'a b'], terminal: 'terminal' }, 'own node\n']);
  });

  it('says what it needs where there is no such Node', async () => {
    await build();
    const { code, err } = await start(['ask'], AS_OLD_NODE);
    expect([code, err]).toEqual([1, expect.stringContaining('assay needs Node 22.15 or newer')]);
  });
});
