import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeUnless, eventually, freePort } from '@assay/testing';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const DRILL = fileURLToPath(new URL('../ops/restore-drill.sh', import.meta.url));
const DEBIAN = '/usr/lib/postgresql';
const KEY = 'a secret key for tests alone';

/** Debian's: `pg_dump` must match the server. */
function serverTools(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((left, right) => Number(right) - Number(left)) : [];
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'));
  return (
    folders.find((folder) => ['initdb', 'postgres', 'pg_dump'].every((it) => existsSync(join(folder, it)))) ?? null
  );
}

/** Postgres does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const tools = serverTools();

describeUnless(tools === null && `no server with pg_dump below ${DEBIAN}`, 'a backup', () => {
  let folder: string;
  let server: ChildProcess;
  let url: string;
  let world: OwnWorld;
  const environment = { ...process.env, PATH: `${tools}:${process.env['PATH']}` };
  const run = (program: string, ...parameters: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(program, parameters, { env: environment });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-restore-'));
    const user = unprivileged();
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const as = { ...user, cwd: folder, stdio: 'ignore' } as const;
    execFileSync(`${tools}/initdb`, ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--no-sync'], as);
    const port = await freePort();
    const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'fsync=off'];
    server = spawn(`${tools}/postgres`, ['-D', data, ...settings], as);
    url = `postgres://assay@127.0.0.1:${port}`;
    const isReady = (): Promise<boolean> =>
      run('pg_isready', '-d', `${url}/postgres`).then(
        () => true,
        () => false,
      );
    await eventually(isReady);
    await run('createdb', '--maintenance-db', `${url}/postgres`, 'assay');
    world = await createWorld({ env: { DATABASE_URL: `${url}/assay`, ASSAY_SECRET_KEY: KEY } });
  });
  afterAll(async () => {
    await world?.end();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is restored: what was answered is there byte for byte, what was under way continues, connections open', async () => {
    const answered = await world.play();
    const before = await world.api.get(`/v1/questions/${answered.id}/record`);
    let release: () => void = () => undefined;
    const held = new Promise<'cut'>((resolve) => (release = () => resolve('cut')));
    let dead = false;
    const open = await world.ask({ any: (call) => (call.agent === 'evaluator' && !dead ? held : undefined) });
    while (!world.cast.callsOf(open.id, 'evaluator').length) await delay(20);
    // while it runs
    await run('pg_dump', '--format=custom', '--no-owner', `--file=${folder}/assay.dump`, `${url}/assay`);
    await world.assay.kill();
    dead = true;
    release();
    await run('createdb', '--maintenance-db', `${url}/postgres`, 'restored');
    await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${url}/restored`, `${folder}/assay.dump`);

    await world.restart({ DATABASE_URL: `${url}/restored` });
    const after = await world.api.get(`/v1/questions/${answered.id}/record`);
    expect(after.body).toEqual(before.body);
    expect((await world.recordOf(open.id)).status).toBe('GOLD');
    expect(world.cast.callsOf(open.id, 'generator')).toHaveLength(3);
    // the kept key opens the connection string
    expect((await world.play()).record.status).toBe('GOLD');
  });

  it('is tested by the drill, which detects a bad copy', async () => {
    await world.assay.stop();
    const { stdout } = await run(DRILL, `${url}/restored`, `${url}/postgres`);
    expect(stdout).toMatch(/^restored: \d+ tables, \d+ migrations$/m);
    // a faulty restore without rows
    const careless = join(folder, 'pg_restore');
    writeFileSync(careless, `#!/bin/sh\nexec ${tools}/pg_restore --section=pre-data "$@"\n`, { mode: 0o755 });
    const env = { ...environment, PATH: `${folder}:${environment.PATH}` };
    const bad = promisify(execFile)(DRILL, [`${url}/restored`, `${url}/postgres`], { env });
    await expect(bad).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is not the original') });
    const databases = await run('psql', '-qXAt', `${url}/postgres`, '-c', 'select datname from pg_database');
    expect(databases.stdout).not.toContain('assay_drill');
  });
});
