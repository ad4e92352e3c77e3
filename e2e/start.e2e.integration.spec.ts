import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startScriptedModel, type ScriptedModel } from '@assay/testing';
import { readdir, rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { startAssay, type AssayProcess, type FinishedAssay } from './harness/assay-process.js';
import { Api } from './harness/api-client.js';
import { checkRecord } from './harness/record-consistency.js';
import { ScriptedCast } from './harness/script.js';
import { modelEnvironment } from './harness/world.js';

const QUESTION = 'How many customers are there?';

describe('npm start', () => {
  let model: ScriptedModel;
  let cast: ScriptedCast;
  let dataDir: string | undefined;
  let running: AssayProcess | null = null;
  beforeAll(async () => {
    cast = new ScriptedCast();
    model = await startScriptedModel(cast.handler);
  });
  afterEach(async () => {
    await running?.stop();
    running = null;
  });
  afterAll(async () => {
    await model.close();
    // PostgreSQL may still write
    if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

  /** To its end, on the previous data folder; the first run is of the program as it ships. */
  async function run(parameters: string[], env: { [name: string]: string } = {}): Promise<FinishedAssay> {
    const assay = await startAssay({ parameters, env, dataDir, shipped: dataDir === undefined });
    dataDir = assay.dataDir;
    return assay.finished();
  }

  describe('--once --json', () => {
    it('prints the record of the demo question and nothing else, and exits 0, with no model at all', async () => {
      const { code, stdout } = await run(['--once', '--json']);
      const record = checkRecord(JSON.parse(stdout));
      expect(code).toBe(0);
      expect(['GOLD', 'SILVER']).toContain(record.status);
    });

    it('exits 2 on FAILED, at the level that was asked for', async () => {
      cast.play(QUESTION, { sql: () => 'SELECT nothing FROM nowhere' });
      const words = ['--once', '--json', '--question', QUESTION, '--level', 'EXPERT'];
      const { code, stdout } = await run(words, modelEnvironment(model));
      const record = checkRecord(JSON.parse(stdout));
      expect([code, record.status, record.requestedLevel]).toEqual([2, 'FAILED', 'EXPERT']);
    });
  });

  it('stays up after the demo question, whose answers it calls scripted, and refuses another on its data, until Ctrl-C', async () => {
    const assay = await (await startAssay({ dataDir })).ready();
    running = assay;
    const api = new Api(running.url);
    await eventually(() => assay.stderr.includes('until Ctrl-C') && assay.stdout.includes('GOLD'));
    expect(running.stdout.toLowerCase()).toContain('select');
    expect(running.stderr).toMatch(/script/);
    expect(running.stderr).toContain(`Assay goes on serving ${running.url} until Ctrl-C.`);
    const { code, stderr } = await run(['--data', 'package.json', '--once']);
    expect(code).toBe(1);
    expect(stderr).toContain(`--data: the Assay at ${running.url} works on the same data`);
    expect(stderr).toContain('ASSAY_DATA_DIR=');
    expect((await api.get('/v1/workspaces')).status).toBe(200);
    expect(await running.stop()).toBe(0);
  });

  it('prints usage for --help, starts nothing, and exits 0', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: npm start.*--once/);
  });

  describe('with a wrong', () => {
    it('value of each variable ends at once, names them all and repeats no secret', async () => {
      const env = {
        PORT: 'eighty',
        LOG_LEVEL: 'loud',
        ASSAY_STRUCTURED_OUTPUT: 'xml',
        ASSAY_MODEL_TIMEOUT_SECONDS: 'soon',
        ASSAY_MODEL_PRICES: '{"m": 1}',
        ASSAY_EFFORT_SUPERVISOR: 'immense',
        DATABASE_URL: 'mysql://somewhere',
        REDIS_URL: 'http://:hunter2hunter2@x',
        ASSAY_CONCURRENCY: '-1',
        ASSAY_SECRET_KEY: 'tiny',
      };
      const assay = await startAssay({ env, dataDir });
      const { code, stdout, stderr } = await assay.finished();
      expect([code, stdout]).toEqual([1, '']);
      for (const variable of Object.keys(env)) expect(stderr).toContain(`${variable}: `);
      for (const secret of ['hunter2', 'tiny']) expect(stderr).not.toContain(secret);
    });

    it('address, which is well-formed but names nothing that exists, ends in so many words', async () => {
      const wrong = {
        DATABASE_URL: 'postgres://assay:hunter2hunter2@127.0.0.1:1/assay',
        REDIS_URL: 'redis://:hunter2hunter2@127.0.0.1:1',
        PORT: new URL(model.url).port,
        ASSAY_DATA_DIR: join(devNull, 'data'),
      };
      // beside each other: Redis is waited for
      const ended = await Promise.all(
        Object.entries(wrong).map(async ([variable, value]) => {
          const parameters = variable === 'DATABASE_URL' ? ['--no-demo'] : [];
          const assay = await startAssay({ env: { [variable]: value, LOG_LEVEL: 'info' }, parameters });
          const { code, stdout, stderr } = await assay.finished();
          const made = await readdir(assay.dataDir);
          await assay.removeData();
          return { variable, code, stdout, stderr, made };
        }),
      );
      for (const { variable, code, stdout, stderr } of ended) {
        expect({ variable, code }).toEqual({ variable, code: 1 });
        expect(stderr).toMatch(new RegExp(`The environment is not valid:\n  ${variable}: `));
        expect(stderr).not.toContain('hunter2');
        expect(stdout).toBe('');
      }
      const port = ended.find(({ variable }) => variable === 'PORT');
      expect(port?.stderr).toMatch(/^The environment is not valid:\n {2}PORT: \d+ is taken on 127\.0\.0\.1; .*\n$/);
      expect(port?.made).toEqual([]);
    });

    it('word on the command line ends at once and says what is understood', async () => {
      const { code, stderr } = await run(['--twice']);
      expect(code).toBe(1);
      expect(stderr).toContain('--once');
    });
  });
});
