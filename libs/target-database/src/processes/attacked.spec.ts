import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ended, forkChild } from '@assay/runtime/child-process';
import { eventually } from '@assay/testing';
import fc from 'fast-check';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as errors from '../sqlite/errors.js';
import { ChildSession, openedChild } from './child-session.js';

const POINTS = ['opening', 'half open', 'idle', 'asked', 'half answered'] as const;
type Point = (typeof POINTS)[number];
const ATTACKS = ['timeout', 'abort', 'kill', 'leave', 'exit', 'crash', 'close', 'flood'] as const;
type Attack = (typeof ATTACKS)[number];
const TIMES = 5;
const TIMEOUT_MS = 60_000;

const CHILD = `
import { writeFileSync, writeSync } from 'node:fs';
const CHANNEL = 3;
const [point, attack, share, reached] = process.argv.slice(2);
const result = { columns: [{ name: 'a', type: 'text' }], rows: [['x'.repeat(50_000)]], cut: false };
const small = { ...result, rows: [['x'.repeat(1000)]] };
const flood = () => {
  for (let sent = 0; sent < 2000; sent += 1) process.send({ kind: 'result', id: -1, result: small });
};
const act = (goOn) => {
  writeFileSync(reached, '');
  if (attack === 'exit') process.exit(3);
  if (attack === 'crash') process.abort();
  if (attack === 'close') process.disconnect();
  if (attack === 'flood') goOn();
};
const half = (message) => {
  const text = JSON.stringify(message) + '\\n';
  const end = 1 + Math.floor(Number(share) * (text.length - 2));
  writeSync(CHANNEL, text.slice(0, end));
  act(() => { writeSync(CHANNEL, text.slice(end)); flood(); });
};
let asked = 0;
process.on('message', ({ id }) => {
  const answer = { kind: 'result', id, result };
  asked += 1;
  if (point === 'asked') act(() => { flood(); process.send(answer); });
  else if (point === 'half answered') half(answer);
  else if (asked === 1) process.send(answer, () => point === 'idle' && act(flood));
  else if (attack === 'flood') process.send(answer);
});
setInterval(() => undefined, 60_000);
const ready = { kind: 'ready', version: '1', hasAuthorizer: true };
if (point === 'opening') act(flood);
else if (point === 'half open') half(ready);
else process.send(ready);
`;

class AttackedSession extends ChildSession {
  static async open(child: ChildProcess, signal: AbortSignal): Promise<AttackedSession> {
    return new AttackedSession(await openedChild(child, errors, { connectMs: TIMEOUT_MS, signal }));
  }

  query(signal: AbortSignal): Promise<unknown> {
    const limits = { statementTimeoutMs: TIMEOUT_MS, maxRows: 10, maxBytes: 1_000_000 };
    return this.run({ sql: 'select a', explain: false, execute: true, offset: 0, limits }, signal);
  }
}

class Round {
  private readonly caller = new AbortController();
  private readonly attacked = Promise.withResolvers<void>();
  private session: AttackedSession | null = null;
  readonly outcome: Promise<unknown>;

  constructor(
    readonly child: ChildProcess,
    readonly point: Point,
    private readonly reachedFile: string,
  ) {
    this.outcome = this.ask().catch((error: unknown) => error);
  }

  private async ask(): Promise<unknown> {
    const { signal } = this.caller;
    this.session = await AttackedSession.open(this.child, signal);
    if (this.point === 'idle') {
      await this.session.query(signal);
      await this.attacked.promise;
    }
    return this.session.query(signal);
  }

  async reached(): Promise<void> {
    await eventually(() => existsSync(this.reachedFile));
  }

  attack(attack: Attack): void {
    if (attack === 'abort') this.caller.abort(new Error('left'));
    if (attack === 'leave' && this.session !== null) this.session.destroy();
    else if (attack === 'kill' || attack === 'leave') this.child.kill('SIGKILL');
    this.attacked.resolve();
  }
}

function outcomeOf(point: Point, attack: Attack): object {
  if (attack === 'abort') return { message: 'left' };
  if (attack === 'flood' && point !== 'opening') return { rowCount: 1 };
  if (point === 'opening' || point === 'half open') return { code: 'DATABASE_UNREACHABLE' };
  return { code: attack === 'timeout' ? 'STATEMENT_FAILED' : 'TARGET_CONNECTION_LOST' };
}

describe('a session whose child is attacked', () => {
  let folder: string;
  let script: URL;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-attacked-'));
    script = pathToFileURL(join(folder, 'child.mjs'));
    await writeFile(script, CHILD);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    const doNotFake = ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] as const;
    jest.useFakeTimers({ doNotFake: [...doNotFake] });
  });
  afterEach(() => void jest.useRealTimers());

  const start = (point: Point, attack: Attack, share: number): Round => {
    const reachedFile = join(folder, [point, attack, share].join(' '));
    const args = [point, attack, String(share), reachedFile];
    return new Round(forkChild({ script, args, execArgv: [] }), point, reachedFile);
  };

  it.each(ATTACKS)(`ends alone, ${TIMES} times at every point of the protocol: %s`, async (attack) => {
    const shares = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), TIMES);
    for (const share of shares) {
      const rounds = POINTS.map((point) => start(point, attack, share));
      await Promise.all(rounds.map((round) => round.reached()));
      // Earlier output is read here.
      await nextTurn();
      for (const round of rounds) round.attack(attack);
      await nextTurn();
      if (attack === 'timeout') jest.advanceTimersByTime(TIMEOUT_MS);
      for (const { child, point, outcome } of rounds) {
        expect([point, await outcome]).toMatchObject([point, outcomeOf(point, attack)]);
        expect(await ended(child)).not.toBeNull();
      }
    }
  });
});
