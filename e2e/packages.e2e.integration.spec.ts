import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './harness/program-of.js';
import { shareWorld, type SharedWorld } from './harness/shared-world.js';

const run = promisify(execFile);
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc');
const MODULE = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
const STRICT = ['--noEmit', '--strict', '--typeRoots', join(PROJECT, 'node_modules/@types'), ...MODULE];
/** Of both examples. */
const QUESTION = 'How many customers are there?';

let world: SharedWorld;
let folder: string;
let examples: string[];

/** Outside the repository, and without a registry. */
beforeAll(async () => {
  world = await shareWorld();
  await world.createWorkspace({ name: 'shop' });
  folder = await mkdtemp(join(tmpdir(), 'assay-packages-'));
  await run(process.execPath, [join(PROJECT, 'scripts/release.mjs'), folder]);
  const packages = ['client', 'cli'].map((name) => `./assay-${name}-0.1.0.tgz`);
  const registry = ['--offline', '--install-links', join(PROJECT, 'node_modules/zod')];
  await run('npm', ['install', '--no-package-lock', ...registry, ...packages], { cwd: folder });
  for (const name of ['bullmq', 'ioredis']) {
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const page = await readFile(join(PROJECT, 'libs/client/README.md'), 'utf8');
  examples = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code);
});
afterAll(async () => {
  await world?.end();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles and runs an example of the page, with its addresses replaced, and prints what it got. */
async function runExample(code: string, answer: string): Promise<unknown> {
  const file = join(folder, 'example.mts');
  const own = code
    .replace('http://127.0.0.1:3000', world.api.url)
    .replace("redis: 'redis://asker:…@redis:6379'", `postgres: '${world.databaseUrl}'`);
  await writeFile(file, `${own}\nconsole.log('answer', JSON.stringify(${answer}));\n`);
  await run(process.execPath, [TSC, ...STRICT, file], { cwd: folder });
  const { stdout } = await run(process.execPath, [file], { cwd: folder });
  return JSON.parse(/^answer (.*)$/m.exec(stdout)?.[1] ?? 'null');
}

describe('the packages of a release', () => {
  it('let the example of the client ask over HTTP, with complete types', async () => {
    world.cast.play(QUESTION, {});
    expect(examples).toHaveLength(2);
    expect(await runExample(examples[0] ?? '', '{ status, result }')).toMatchObject({ status: 'GOLD' });
  });

  it('let its example ask over a queue', async () => {
    world.cast.play(QUESTION, {});
    expect(await runExample(examples[1] ?? '', 'record')).toMatchObject({ status: 'GOLD', question: QUESTION });
  });

  it('contain a command line that knows its version, asks and migrates', async () => {
    world.cast.play(QUESTION, {});
    const env = { ...process.env, NODE_OPTIONS: '', ASSAY_URL: world.api.url, DATABASE_URL: world.databaseUrl };
    const assay = async (...args: string[]): Promise<string> =>
      (await run(join(folder, 'node_modules/.bin/assay'), args, { env, cwd: folder })).stdout;
    expect(await assay('--version')).toBe('0.1.0\n');
    expect(await assay('ask', '--workspace', 'shop', QUESTION)).toContain('GOLD');
    await assay('migrate');
    await expect(assay('eval', './a-folder')).rejects.toThrow('in a clone of the repository');
  });

  it('come with the names of the images and the notes of the changelog', async () => {
    const [images, notes] = await Promise.all(
      ['images.txt', 'notes.md'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(images?.split('\n')).toContain('assay/coordinator:0.1.0');
    // the loop of the page, with another docker
    const page = await readFile(join(PROJECT, 'k8s/README.md'), 'utf8');
    const [loop = ''] = /^for image in [^]*?^done$/m.exec(page) ?? [];
    const script = `docker() { echo "$@"; }\n${loop.replace('release/', '')}`;
    const { stdout: printed } = await run('sh', ['-euc', script], { cwd: folder });
    const built = printed.split('\n').filter((line) => line.startsWith('build '));
    const named = (images?.trim().split('\n') ?? []).map((image) => {
      const [, app = ''] = /\/(.*):/.exec(image) ?? [];
      return `build ${app === 'mcp' ? '--target alone ' : ''}--build-arg APP=${app} -t registry.example/${image} .`;
    });
    expect(built).toEqual(named);
    expect(notes).toMatch(/^# Assay 0\.1\.0\n\n- /);
  });
});
