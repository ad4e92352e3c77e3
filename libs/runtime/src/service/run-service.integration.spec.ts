import { afterEach, describe, expect, it } from '@jest/globals';
import { RECORD_MIGRATION } from '@assay/contracts';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.js';

const runtime = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href);

class Program {
  private readonly process: ChildProcess;
  private written = '';
  readonly ended: Promise<number | string>;

  constructor(main: string, environment: Record<string, string> = {}) {
    const script = `import { recordRetries, runMain, runService } from ${runtime};\nclass AppModule {}\n${main}`;
    this.process = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const streams = [this.process.stdout, this.process.stderr].map(async (stream) => {
      stream?.on('data', (chunk) => (this.written += String(chunk)));
      await new Promise((resolve) => stream?.once('close', resolve));
    });
    const exited = new Promise<number | string>((resolve) => {
      this.process.once('exit', (code, signal) => resolve(signal ?? code ?? -1));
    });
    this.ended = Promise.all([exited, ...streams]).then(([code]) => code);
  }

  get output(): string {
    return this.written;
  }

  async prints(text: string): Promise<void> {
    for (let waited = 0; !this.written.includes(text); waited += 10) {
      if (waited > 100_000) throw new Error(`never printed ${text}: ${this.written}`);
      await delay(10);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  closeStandardError(): void {
    this.process.stderr?.destroy();
    this.process.send('written from now on');
  }

  loseParent(): void {
    this.process.disconnect();
  }
}

async function markMigrated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema assay; create table assay.migrations (name text)');
  await client.query('insert into assay.migrations values ($1)', [RECORD_MIGRATION]);
  await client.end();
}

describe('runMain', () => {
  let program: Program;
  afterEach(async () => {
    program.signal('SIGKILL');
    await program.ended;
  });

  it('continues when nobody reads its standard error any more', async () => {
    program = new Program(`await runMain({ service: 'standalone' }, async ({ logger }) => {
      process.on('message', () => {
        for (const text of ['one', 'two']) process.stderr.write(text, () => process.stdout.write('went on '));
      });
      setInterval(() => undefined, 1000);
      process.stdout.write('ready');
      return { stop: async () => undefined };
    });`);
    await program.prints('ready');
    program.closeStandardError();
    await program.prints('went on went on');
  });

  const slowStop = `await runMain({ service: 'standalone' }, async ({ logger }) => {
    logger.info('ready');
    setInterval(() => undefined, 1000);
    return { stop: () => new Promise((resolve) => setTimeout(() => (logger.info('at rest'), resolve()), 1500)) };
  });`;

  it('prints every wrong variable and ends with 1', async () => {
    program = new Program(slowStop, { PORT: 'many', LOG_LEVEL: 'loud' });
    expect(await program.ended).toBe(1);
    expect(program.output).toMatch(/PORT: expected a whole number.*\n.*LOG_LEVEL: expected one of/);
    expect(program.output).not.toContain('    at ');
  });

  it('stops in order at the first signal, however often it echoes', async () => {
    program = new Program(slowStop);
    await program.prints('ready');
    program.signal('SIGINT');
    program.signal('SIGINT');
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.output).toMatch(/stopping[^]*at rest[^]*stopped/);
  });

  it('ends at once at the second signal', async () => {
    program = new Program(slowStop.replace('1500', '100_000'));
    await program.prints('ready');
    program.signal('SIGTERM');
    await program.prints('stopping');
    await delay(700);
    program.signal('SIGTERM');
    expect(await program.ended).toBe(143);
    expect(program.output).not.toContain('at rest');
  });

  it('stops in order, also during its start', async () => {
    program = new Program(`await runMain({ service: 'standalone' }, async () => {
      setInterval(() => undefined, 1000);
      console.log('starting');
      // the start goes on for a while after the signal
      await new Promise((resolve) => process.once('SIGINT', () => setTimeout(resolve, 100)));
      return { stop: async () => console.log('at rest') };
    });`);
    await program.prints('starting');
    program.signal('SIGINT');
    expect(await program.ended).toBe(130);
    expect(program.output).toContain('at rest');
  });

  it('does not continue waiting for a Postgres that went away while it starts', async () => {
    program = new Program(`await runMain({ service: 'standalone' }, async () => {
      const { toRetry, retryDelay } = recordRetries();
      const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      console.log('starting');
      while (toRetry(away)) await new Promise((resolve) => setTimeout(resolve, retryDelay));
      throw away;
    });`);
    await program.prints('starting');
    program.signal('SIGTERM');
    // 1 would be a forced end
    expect(await program.ended).toBe(143);
  });

  it('does not pass a program that was to end by itself for done', async () => {
    program = new Program(slowStop.replace('}, async', ', endsByItself: true }, async'));
    await program.prints('ready');
    program.signal('SIGTERM');
    expect(await program.ended).toBe(143);
    expect(program.output).toContain('at rest');
  });

  it('logs an uncaught error, without its secrets, and ends with 1', async () => {
    const main = `await runMain({ service: 'standalone' }, async () => {
      setTimeout(() => Promise.reject(new Error('no way to postgres://me:hunter2@host/d')), 10);
      setInterval(() => undefined, 1000);
      return { stop: async () => undefined };
    });`;
    program = new Program(main);
    expect(await program.ended).toBe(1);
    expect(program.output).toContain('no way to postgres://***@host/d');
    expect(program.output).not.toContain('hunter2');
  });

  it('says why it could not start, and ends with 1', async () => {
    program = new Program(
      `await runMain({ service: 'standalone' }, async () => { throw new Error('no port left'); });`,
    );
    expect(await program.ended).toBe(1);
    expect(program.output).toContain('no port left');
  });

  it('ends with the code that the program asked for', async () => {
    program = new Program(`await runMain({ service: 'standalone' }, async ({ exit }) => {
      setTimeout(() => exit(2), 10);
      return { stop: async () => console.log('stopped first') };
    });`);
    expect(await program.ended).toBe(2);
    expect(program.output).toContain('stopped first');
  });

  it('ends when the process that started it is gone', async () => {
    program = new Program(slowStop);
    await program.prints('ready');
    program.loseParent();
    expect(await program.ended).toBe(1);
  });

  it('runs a service once its Postgres is migrated, and says where it answers', async () => {
    const dataDir = join(tmpdir(), `assay-test-${process.pid}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const postgres = await startEmbeddedPostgres({ dataDir, kind: 'throwaway', database: 'tests' });
    program = new Program(`await runService('evaluator', () => AppModule);`, {
      DATABASE_URL: postgres.url,
      ASSAY_SECRET_KEY: 'sixteen characters',
    });
    await program.prints("waiting for Assay's own Postgres");
    expect(program.output).not.toContain('evaluator is up');
    await markMigrated(postgres.url);
    await program.prints('evaluator is up');
    const url = /"url":"(http:[^"]+)"/.exec(program.output)?.[1] ?? '';
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    await postgres.stop();
  });

  it('waits for Postgres, and can be stopped while waiting', async () => {
    program = new Program(`await runService('evaluator', () => AppModule);`, {
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d',
      ASSAY_SECRET_KEY: 'sixteen characters',
    });
    await program.prints("waiting for Assay's own Postgres");
    program.signal('SIGTERM');
    expect(await program.ended).toBe(143);
  });
});
