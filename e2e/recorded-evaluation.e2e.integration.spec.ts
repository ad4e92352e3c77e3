import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { templatesVersion } from '@assay/llm/prompts';
import { freePort } from '@assay/testing';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { CLI } from './harness/program-of.js';

const PROMPTS = fileURLToPath(new URL('../prompts', import.meta.url));
/** Calls of a scripted model; `ASSAY_E2E_RECORD=1` records them again. */
const KEPT = fileURLToPath(new URL('recordings', import.meta.url));

const DATABASE = `
  create table customer (id integer primary key, name text not null);
  create table orders (id integer primary key, customer_id integer not null references customer, paid_on text);
  insert into customer values (1, 'Ada'), (2, 'Grace'), (3, 'Edsger');
  insert into orders values (1, 1, '2025-01-02'), (2, 1, null), (3, 2, '2025-03-04');`;
const RIGHT = 'SELECT COUNT(paid_on) FROM orders';
const WRONG = 'SELECT name FROM customer';

/** Without the prompt; identified by key. */
interface KeptCall {
  key: string;
  agent: string;
  contentType: string;
  response: string;
}

describe('an evaluation whose calls are recorded', () => {
  let world: OwnWorld;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-e2e-recorded-')));
    await cp(join(KEPT, 'shop'), join(folder, 'shop'), { recursive: true });
    await mkdir(join(folder, 'shop', 'databases'));
    const database = new DatabaseSync(join(folder, 'shop', 'databases', 'shop.sqlite'));
    database.exec(DATABASE);
    database.close();
    port = await freePort();
    world = await createWorld({
      env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, ASSAY_FILE_DIRS: folder },
    });
    world.cast.play('How many orders were paid?', { sql: () => RIGHT });
    world.cast.play('Which customers ordered nothing?', { sql: () => WRONG });
  });
  afterAll(async () => {
    await world?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Into a new folder. */
  async function evaluate(name: string, ...flags: string[]): Promise<{ stdout: string; stderr: string }> {
    const settings = ['sqlCandidates=3', 'testBatches=1', 'judge=text', 'maxLevel=BASIC'];
    const asked = [
      '--pool-port',
      `${port}`,
      '--out',
      join(folder, name),
      ...settings.flatMap((each) => ['--set', each]),
    ];
    const { OPENAI_BASE_URL: _, OPENAI_API_KEY: __, ...rest } = process.env;
    // what is replayed needs no model
    const upstream = flags.includes('--record') ? { OPENAI_BASE_URL: world.model.url } : {};
    const env = { ...rest, ...upstream, ASSAY_URL: world.assay.url, ASSAY_DATA_DIR: folder, NO_COLOR: '1' };
    const child = spawn(process.execPath, [CLI, 'eval', join(folder, 'shop'), ...asked, ...flags], { env });
    const ran = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (ran.stdout += String(data)));
    child.stderr.on('data', (data) => (ran.stderr += String(data)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, ...ran }).toMatchObject({ code: 0 });
    return ran;
  }

  const figuresOf = async (name: string): Promise<unknown> => {
    const { measures } = JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8')) as { measures: unknown };
    return measures;
  };
  const callsOf = async (file: string): Promise<KeptCall[]> =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as KeptCall);

  it('is repeated from the recording: the same figures, and no call of the model', async () => {
    const file = join(folder, 'calls.jsonl');
    const recorded = await evaluate('recorded', '--record', file);
    expect(recorded.stderr).toMatch(/\d+ calls of the model were recorded/);
    expect(recorded.stdout).toContain('50.00 % (1 of 2)');
    const before = world.model.calls.length;
    const replayed = await evaluate('replayed', '--replay', file);
    expect(replayed.stderr).toMatch(/calls of the model were replayed, 0 of them not in the recording/);
    expect(world.model.calls).toHaveLength(before);
    expect(await figuresOf('replayed')).toEqual(await figuresOf('recorded'));
    expect(await readFile(file, 'utf8')).not.toContain('sk-scripted-for-tests');
    if (process.env['ASSAY_E2E_RECORD'] !== '1') return;
    const calls = await callsOf(file);
    const slim = calls.map(({ key, agent, contentType, response }) => ({ key, agent, contentType, response }));
    await writeFile(join(KEPT, 'shop.jsonl'), slim.map((call) => `${JSON.stringify(call)}\n`).join(''));
    await writeFile(join(KEPT, 'shop.json'), `${JSON.stringify({ prompts: templatesVersion(PROMPTS) }, null, 2)}\n`);
  });

  const kept = JSON.parse(readFileSync(join(KEPT, 'shop.json'), 'utf8')) as { prompts: string };
  const isCurrent = kept.prompts === templatesVersion(PROMPTS);
  const why = isCurrent ? '' : ' (skipped: prompts have changed since; ASSAY_E2E_RECORD=1 records it again)';
  (isCurrent ? it : it.skip)(`is repeated from the recording in the repository${why}`, async () => {
    const before = world.model.calls.length;
    const replayed = await evaluate('kept', '--replay', join(KEPT, 'shop.jsonl'));
    expect(replayed.stderr).toMatch(/calls of the model were replayed, 0 of them not in the recording/);
    expect(replayed.stdout).toContain('50.00 % (1 of 2)');
    expect(world.model.calls).toHaveLength(before);
  });
});
