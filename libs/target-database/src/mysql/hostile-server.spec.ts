import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@assay/testing';
import type { Socket } from 'node:net';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import { flood, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';

type Say = (socket: Socket) => void;
type Moment = 'greeting' | 'login' | 'opening' | 'answer' | 'reset' | 'idle';

const RESET = 0x1f;

const ANSWERS = [() => true, () => false] as const;

const LIMITS = { statementTimeoutMs: 100, maxRows: 10, maxBytes: 100_000 };

const packet = (sequence: number, body: Buffer | string): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const header = Buffer.alloc(4);
  header.writeUIntLE(bytes.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, bytes]);
};
const word = (text: string): string => String.fromCharCode(text.length) + text;
const greeting = packet(
  0,
  `\x0a8.0.99\0\x01\0\0\x0012345678\0\xff\xf7\x2d\x02\0\x0f\x80\x15${'\0'.repeat(10)}123456789012\0mysql_native_password\0`,
);
const ok = (sequence: number): Buffer => packet(sequence, '\0\0\0\x02\0\0\0');
const end = '\xfe\0\0\x02\0';
const column = (name: string): string =>
  `\x03def${word('d')}${word('t')}${word('t')}${word(name)}${word(name)}\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0`;
const rows = (...cells: string[]): Buffer => {
  const packets = [String.fromCharCode(cells.length), ...cells.map(column), end, cells.map(word).join(''), end];
  return Buffer.concat(packets.map((body, at) => packet(at + 1, body)));
};
const LARGE = packet(1, Buffer.alloc(0xffff, 'x'));

const FORMS: Record<string, Say> = {
  'nothing, and hangs up': (socket) => socket.destroy(),
  'nothing at all': () => undefined,
  'packets without end': (socket) => flood(socket, LARGE),
  'an error without a number': (socket) => socket.write(packet(1, '\xff')),
  'a column without an end': (socket) => socket.write(Buffer.concat([packet(1, '\x01'), packet(2, '\x03d')])),
  'a demand for a file': (socket) => socket.write(packet(1, '\xfb/etc/passwd')),
  'a demand for the password': (socket) => socket.write(packet(1, '\xfemysql_clear_password\0')),
};

describe('a hostile MySQL server', () => {
  let server: ScriptedServer;
  let database: TargetDatabase;
  let sent: string[];

  const serving =
    (moment: () => Moment | null, say: Say) =>
    (socket: Socket): void => {
      const reply = (at: Moment, bytes: Buffer): void => {
        if (at === moment()) say(socket);
        else socket.write(bytes);
      };
      let asked = 0;
      reply('greeting', greeting);
      socket.on('data', (bytes) => {
        asked += 1;
        if (asked === 1) return reply('login', ok(2));
        if (bytes[3] !== 0) return void sent.push(bytes.subarray(4).toString('latin1'));
        if (bytes.includes('version()')) return reply('opening', rows('8.0.99', 'STRICT_TRANS_TABLES'));
        if (bytes[4] === RESET) return reply('reset', ok(1));
        if (!bytes.includes('select 1')) return void socket.write(ok(1));
        reply('answer', rows('1'));
        if (moment() === 'idle') setTimeout(() => say(socket), 20);
      });
    };
  const open = async (serve: (socket: Socket) => void): Promise<void> => {
    sent = [];
    server = await startScriptedServer(serve);
    const url = `mysql://u:SECRET@127.0.0.1:${server.port}/d`;
    const target = await resolveTarget(parseTargetUrl('mysql', url), { hosts: null, ownStores: [], sqliteDirs: [] });
    const guard = async (sql: string): Promise<never> =>
      ({ allowed: true, sql, tables: [], catalogVersion: null }) as never;
    database = openTargetDatabase(target, { guard, connectMs: 500, maxSessions: 1 });
  };
  const execute = (): Promise<unknown> => database.execute('select 1', LIMITS, new AbortController().signal);

  // mysql2 logs packets out of order
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
    server.close();
  });

  it.each(Object.keys(FORMS))('gets neither memory, nor a permanent slot, nor a file by %s', async (form) => {
    for (const at of ['greeting', 'login', 'opening', 'answer'] as const) {
      let moment: Moment | null = at;
      await open(serving(() => moment, FORMS[form] as Say));
      const outcome: unknown = await execute().catch((error: unknown) => error);
      expect(outcome).toHaveProperty('message');
      moment = null;
      // a busy machine may exceed the connect timeout
      await eventually(() => execute().then(...ANSWERS));
      expect(sent.join('')).not.toMatch(/root:|SECRET/);
      await database.close();
      await eventually(() => server.open === 0);
      server.close();
    }
    await open(serving(() => 'idle', FORMS[form] as Say));
    await eventually(() => execute().then(...ANSWERS));
  });

  it('keeps no connection that it leaves without an answer to a reset', async () => {
    await open(
      serving(
        () => 'reset',
        () => undefined,
      ),
    );
    await expect(execute()).resolves.toMatchObject({ rows: [['1']] });
    await database.close();
    await eventually(() => server.open === 0);
  });

  it('ends its session by a second result', async () => {
    const first = rows('1');
    // more results follow
    first[first.length - 2] = 0x0a;
    await open(
      serving(
        () => 'answer',
        (socket) => socket.write(Buffer.concat([first, rows('1', '2')])),
      ),
    );
    await expect(execute()).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    await eventually(() => server.open === 0);
  });

  it('writes few lines to the log by packets out of order', async () => {
    const printed = jest.mocked(console.error);
    printed.mockClear();
    await open(
      serving(
        () => 'answer',
        (socket) => flood(socket, packet(77, '')),
      ),
    );
    await expect(execute()).rejects.toMatchObject({ code: expect.any(String) });
    expect(printed.mock.calls.length).toBeLessThanOrEqual(10);
  });
});
