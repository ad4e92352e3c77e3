import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventually } from '@assay/testing';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { processesWith } from '../testing/processes-with.js';
import { DuckdbSession } from '../duckdb/session.js';
import { SqliteSession } from '../sqlite/session.js';
import type { ChildSession } from './child-session.js';

const ROUNDS = 200;
const SEED = 20_261_126;
const PATIENT_MS = 120_000;
const LIMITS = { maxRows: 100_000, maxBytes: 64_000_000 };

/** A result of 2 MB, and a statement that does not end. */
const STATEMENTS = {
  sqlite: {
    big: "with recursive r(n) as (select 1 union all select n+1 from r limit 100) select printf('%.*c',20000,'x') as a, n from r",
    endless: 'with recursive r(n) as (select 1 union all select n+1 from r) select count(*) from r',
  },
  duckdb: {
    big: "select repeat('x', 20000) as a, range from range(100)",
    endless: 'select count(*) from range(1000000) a, range(1000000) b where a.range + b.range = -1',
  },
};

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function childOf(session: ChildSession): ChildProcess {
  return (session as unknown as { child: ChildProcess }).child;
}

interface Attack {
  session: ChildSession;
  sql: string;
  /** Milliseconds until it happens. */
  afterMs: number;
}

const query = (session: ChildSession, sql: string, timeoutMs: number, signal?: AbortSignal): Promise<unknown> => {
  const limits = { ...LIMITS, statementTimeoutMs: timeoutMs };
  const { signal: never } = new AbortController();
  return session.run({ sql, explain: false, execute: true, offset: 0, limits }, signal ?? never);
};

/** What happens to a statement while it runs, or to its answer on the way. */
const ATTACKS: Record<string, (attack: Attack) => Promise<unknown>> = {
  timeout: ({ session, sql, afterMs }) => query(session, sql, 1 + afterMs),
  abort: ({ session, sql, afterMs }) => query(session, sql, PATIENT_MS, AbortSignal.timeout(afterMs)),
  kill: async ({ session, sql, afterMs }) => {
    const asked = query(session, sql, PATIENT_MS);
    return during(asked, afterMs, () => process.kill(childOf(session).pid ?? 0, 'SIGKILL'));
  },
  leave: ({ session, sql, afterMs }) => during(query(session, sql, PATIENT_MS), afterMs, () => session.destroy()),
  'close the channel': ({ session, sql, afterMs }) =>
    during(query(session, sql, PATIENT_MS), afterMs, () => childOf(session).disconnect()),
  'stop in the middle': ({ session, sql, afterMs }) =>
    during(query(session, sql, 2 * afterMs), afterMs, () => childOf(session).kill('SIGSTOP')),
  flood: ({ session, sql, afterMs }) =>
    Promise.all(Array.from({ length: 5 }, (_, index) => query(session, sql, 1 + afterMs * index))),
};

async function during(asked: Promise<unknown>, afterMs: number, act: () => void): Promise<unknown> {
  const outcome = asked.catch((error: unknown) => error);
  await delay(afterMs);
  try {
    act();
  } catch {
    // it has ended already
  }
  return outcome;
}

describe.each(['sqlite', 'duckdb'] as const)('sessions of %s that are attacked', (dialect) => {
  let folder: string;
  let path: string;
  const random = randomNumbers(SEED);
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);

  const open = async (signal = new AbortController().signal): Promise<ChildSession> => {
    const limits = { connectMs: PATIENT_MS, signal };
    return dialect === 'sqlite'
      ? SqliteSession.open(path, limits, { doubleQuotedTexts: false })
      : DuckdbSession.open(path, limits, []);
  };

  beforeAll(async () => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-attacked-')));
    path = join(folder, `file.${dialect}`);
    if (dialect === 'sqlite') {
      const database = new DatabaseSync(path);
      database.exec('create table t (a)');
      database.close();
    } else (await DuckDBInstance.create(path)).closeSync();
  });
  afterAll(async () => {
    process.off('uncaughtException', note).off('unhandledRejection', note);
    for (const pid of processesWith(path)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true });
  });

  it(`cost no more than the session, ${ROUNDS} times`, async () => {
    const names = Object.keys(ATTACKS);
    const outcomes = new Map<string, number>();
    let session = await open();
    const startedAt = performance.now();
    await query(session, STATEMENTS[dialect].big, PATIENT_MS);
    // however fast the machine is, some attacks come while the answer is half read
    const longestMs = 1.3 * (performance.now() - startedAt);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const { big, endless } = STATEMENTS[dialect];
      const sql = random() < 0.2 ? endless : big;
      const afterMs = Math.floor(random() * longestMs);
      // one in ten is given up while it opens
      if (random() < 0.1) await open(AbortSignal.timeout(afterMs)).catch((error: unknown) => error);
      if (!session.healthy) session = await open();
      const outcome = await ATTACKS[name]?.({ session, sql, afterMs }).then(
        (result) => (result instanceof Error ? 'failed' : 'answered'),
        () => 'failed',
      );
      outcomes.set(`${name}: ${outcome}`, (outcomes.get(`${name}: ${outcome}`) ?? 0) + 1);
      if (name === 'stop in the middle') session.destroy();
    }
    session.destroy();
    expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(ROUNDS);
    expect(new Set([...outcomes.keys()].map((key) => key.split(':')[0])).size).toBe(names.length);
    const last = await open();
    expect(await query(last, 'select 1 as a', PATIENT_MS)).toMatchObject({ rows: [[1]] });
    last.destroy();
    await eventually(() => processesWith(path).length === 0);
    expect(uncaught).toEqual([]);
  }, 1_200_000);
});
