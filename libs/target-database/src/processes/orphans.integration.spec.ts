import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventually } from '@assay/testing';
import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processesWith } from '../testing/processes-with.js';

const built = (path: string): string => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
const RUN = `
const limits = { connectMs: 60_000, signal: new AbortController().signal };
const run = (session, sql) => session.run({ sql, explain: false, execute: true, offset: 0,
  limits: { statementTimeoutMs: 600_000, maxRows: 1, maxBytes: 1000 } }, limits.signal);
setInterval(() => undefined, 1000);
`;

// A child keeps no process running: each parent has a timer.
/** Killed parents, by the child's file or folder. */
const PARENTS: Record<string, (path: string) => string> = {
  'file.sqlite': (path) => `
    import { SqliteSession } from ${built('sqlite/session.js')};
    ${RUN}
    const session = await SqliteSession.open(${JSON.stringify(path)}, limits, { doubleQuotedTexts: false });
    console.log('busy');
    await run(session, 'with recursive r(n) as (select 1 union all select n+1 from r) select count(*) from r');`,
  'file.duckdb': (path) => `
    import { DuckdbSession } from ${built('duckdb/session.js')};
    ${RUN}
    const session = await DuckdbSession.open(${JSON.stringify(path)}, limits, []);
    console.log('busy');
    await run(session, 'select count(*) from range(1000000) a, range(1000000) b where a.range + b.range = -1');`,
  folder: (path) => `
    import { filesDatabase } from ${built('duckdb/files-database.js')};
    setInterval(() => undefined, 1000);
    console.log('busy');
    await filesDatabase({ path: ${JSON.stringify(path)}, files: null, mayBeEmpty: false });`,
  'script.mjs': (path) => `
    import { runScript } from ${built('../../runtime/dist/script/run-script.js')};
    import { pathToFileURL } from 'node:url';
    setInterval(() => undefined, 1000);
    console.log('busy');
    await runScript(pathToFileURL(${JSON.stringify(path)}), '', { milliseconds: 600_000, heapMegabytes: 64 });`,
};

/** Not yet the shell, which registers it. */
function isNode(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === process.execPath;
  } catch {
    return false;
  }
}

/** Needs the build. */
describe('children of a process that is killed', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-orphans-')));
    const database = new DatabaseSync(join(folder, 'file.sqlite'));
    database.exec('create table t (a)');
    database.close();
    (await DuckDBInstance.create(join(folder, 'file.duckdb'))).closeSync();
    await mkdir(join(folder, 'folder'));
    const keys = Array.from({ length: 100_000 }, (_, at) => `"k${at}":${at}`).join(',');
    await writeFile(join(folder, 'folder', 'wide.json'), `[{${keys}},{${keys}}]`);
    await writeFile(join(folder, 'script.mjs'), 'for (;;);');
  });
  afterAll(async () => {
    for (const pid of processesWith(folder)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true });
  });

  it.each(Object.keys(PARENTS))('end, however busy they are: %s', async (name) => {
    const path = join(folder, name);
    const program = PARENTS[name]?.(path) ?? '';
    const parent = spawn(process.execPath, ['--input-type=module'], { stdio: ['pipe', 'pipe', 'inherit'] });
    parent.stdin.end(program);
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    if (process.platform === 'linux') {
      const script = name === 'folder' ? 'load.js' : '';
      await eventually(() => processesWith(path).some((pid) => isNode(pid) && processesWith(script).includes(pid)));
      // As in native code, they get no turn to notice the end of the channel.
      for (const pid of processesWith(path)) process.kill(pid, 'SIGSTOP');
    }
    const ended = new Promise((resolve) => parent.once('exit', resolve));
    parent.kill('SIGKILL');
    await ended;
    await eventually(() => processesWith(path).length === 0);
    expect(processesWith(path)).toEqual([]);
  });
});
