import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort, startScriptedModel, type ScriptedModel } from '@assay/testing';
import { readdir, rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { startAssay, type AssayProcess, type FinishedAssay } from './harness/assay-process.js';
import { Api } from './harness/api-client.js';
import { checkRecord } from './harness/record-consistency.js';
import type { Record } from './harness/record-schema.js';
import { ScriptedCast, type Script } from './harness/script.js';
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

  /** To its end, on the previous data folder. */
  async function run(parameters: string[], env: { [name: string]: string } = {}): Promise<FinishedAssay> {
    const assay = await startAssay({ parameters, env, dataDir });
    dataDir = assay.dataDir;
    return assay.finished();
  }

  async function once(
    script: Script,
    parameters: string[] = [],
    env?: { [name: string]: string },
  ): Promise<{
    code: number | null;
    record: Record;
  }> {
    cast.play(QUESTION, script);
    const words = ['--once', '--json', '--question', QUESTION, ...parameters];
    const { code, stdout } = await run(words, env ?? modelEnvironment(model));
    return { code, record: checkRecord(JSON.parse(stdout)) };
  }

  describe('--once --json', () => {
    it('prints the record of the demo question and nothing else, and exits 0, with no model at all', async () => {
      const { code, stdout } = await run(['--once', '--json']);
      const record = checkRecord(JSON.parse(stdout));
      expect(code).toBe(0);
      expect(['GOLD', 'SILVER']).toContain(record.status);
    });

    it('exits 2 on FAILED, at the level that was asked for', async () => {
      const { code, record } = await once({ judge: () => 'never right' }, ['--level', 'EXPERT']);
      expect([code, record.status, record.requestedLevel]).toEqual([2, 'FAILED', 'EXPERT']);
    });

    it('exits 1 on ERROR, where the model is not there at all', async () => {
      const env = { ...modelEnvironment(model), OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` };
      const { code, record } = await once({}, [], env);
      expect([code, record.status]).toEqual([1, 'ERROR']);
      expect(record.error?.code).toMatch(/^MODEL_/);
      expect(record.error?.message).toMatch(/could not be reached|refused|unreachable/i);
    });

    it('exits 1 with MODEL_NOT_CONFIGURED and what to set, for a question of one’s own without a model', async () => {
      const { code, record } = await once({}, [], {});
      expect(code).toBe(1);
      expect(record).toMatchObject({ status: 'ERROR', error: { code: 'MODEL_NOT_CONFIGURED' }, attempts: [] });
      for (const name of ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'ASSAY_MODEL_BASIC']) {
        expect(record.error?.message).toContain(name);
      }
    });

    it('without --json tells people how the question was decided', async () => {
      cast.play(QUESTION, {});
      const { code, stdout } = await run(['--once', '--question', QUESTION], modelEnvironment(model));
      expect(code).toBe(0);
      expect(stdout).toContain('GOLD');
      expect(stdout.toLowerCase()).toContain('select count(*) as customers from customer');
    });
  });

  it('stays up after the demo question, whose answers it calls scripted, until Ctrl-C', async () => {
    const assay = await (await startAssay({ dataDir })).ready();
    running = assay;
    const api = new Api(running.url);
    await eventually(() => assay.stdout.includes('GOLD'));
    expect(running.stderr).toMatch(/script/);
    await eventually(() => assay.stderr.includes('until Ctrl-C'));
    expect(running.stderr).toContain(`Assay goes on serving ${running.url} until Ctrl-C.`);
    expect((await api.get('/v1/workspaces')).status).toBe(200);
    expect(await running.stop()).toBe(0);
  });

  it('says where another one works on the same data, rather than fail at files that this one may not open', async () => {
    running = await (await startAssay({ dataDir, parameters: ['--no-question'] })).ready();
    const { code, stderr } = await run(['--data', 'package.json', '--once']);
    expect(code).toBe(1);
    expect(stderr).toContain(`--data: the Assay at ${running.url} works on the same data`);
    expect(stderr).toContain('ASSAY_DATA_DIR=');
  });

  it('tells who asks for --help what is understood, starts nothing, and exits 0', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: npm start.*--once/);
  });

  it('says that its port is taken, and nothing else, before it makes anything', async () => {
    const assay = await startAssay({ env: { PORT: new URL(model.url).port, LOG_LEVEL: 'info' } });
    const { code, stderr } = await assay.finished();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The environment is not valid:\n {2}PORT: \d+ is taken on 127\.0\.0\.1; .*\n$/);
    expect(await readdir(assay.dataDir)).toEqual([]);
    await assay.removeData();
  });

  describe('with a wrong', () => {
    it('value of each variable ends at once and names them all', async () => {
      const env = {
        PORT: 'eighty',
        LOG_LEVEL: 'loud',
        ASSAY_STRUCTURED_OUTPUT: 'xml',
        ASSAY_MODEL_TIMEOUT_SECONDS: 'soon',
        ASSAY_MODEL_PRICES: '{"m": 1}',
        ASSAY_EFFORT_SUPERVISOR: 'immense',
        DATABASE_URL: 'mysql://somewhere',
        REDIS_URL: 'somewhere:6379',
        ASSAY_CONCURRENCY: '-1',
      };
      const assay = await startAssay({ env, dataDir });
      const { code, stdout, stderr } = await assay.finished();
      expect([code, stdout]).toEqual([1, '']);
      for (const variable of Object.keys(env)) expect(stderr).toContain(`${variable}: `);
    });

    it.each<[string, (taken: string) => { [name: string]: string }]>([
      ['DATABASE_URL', () => ({ DATABASE_URL: 'postgres://assay:hunter2hunter2@127.0.0.1:1/assay' })],
      ['REDIS_URL', () => ({ REDIS_URL: 'redis://:hunter2hunter2@127.0.0.1:1' })],
      ['PORT', (taken) => ({ PORT: taken })],
      ['HOST', () => ({ HOST: '192.0.2.1', ASSAY_API_KEYS: 'hunter2hunter2hunter2' })],
      ['ASSAY_DATA_DIR', () => ({ ASSAY_DATA_DIR: join(devNull, 'data') })],
    ])(
      '%s, which is well-formed but names nothing that exists, ends in so many words',
      async (variable, environment) => {
        const env = environment(new URL(model.url).port);
        const assay = await startAssay({ env, dataDir });
        dataDir = assay.dataDir;
        const { code, stdout, stderr } = await assay.finished();
        expect(code).toBe(1);
        expect(stderr).toMatch(new RegExp(`The environment is not valid:\n  ${variable}: `));
        expect(stderr).not.toContain('hunter2');
        expect(stdout).toBe('');
      },
    );

    it('word on the command line ends at once and says what is understood', async () => {
      const { code, stderr } = await run(['--twice']);
      expect(code).toBe(1);
      expect(stderr).toContain('--once');
    });

    it('secret does not repeat it', async () => {
      const assay = await startAssay({
        env: { REDIS_URL: 'http://:hunter2hunter2@x', ASSAY_SECRET_KEY: 'tiny' },
        dataDir,
      });
      const { stderr } = await assay.finished();
      expect(stderr).toContain('ASSAY_SECRET_KEY');
      expect(stderr).not.toContain('hunter2');
      expect(stderr).not.toContain('tiny');
    });
  });
});
