import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import type { Socket } from 'node:net';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import { flood, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';

type Say = (socket: Socket) => void;

const ANSWERS = [() => true, () => false] as const;

const LIMITS = { statementTimeoutMs: 100, maxRows: 10, maxBytes: 100_000 };
const MEGABYTE = Buffer.alloc(1 << 20, 'x');

const message = (code: string, body: Buffer | string = '', length = body.length + 4): Buffer => {
  const header = Buffer.from(`${code}0000`);
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, typeof body === 'string' ? Buffer.from(body, 'latin1') : body]);
};
const login = message('R', '\0\0\0\0');
const ready = message('Z', 'I');
const columnOf = (oid: number, count = 1): Buffer => {
  const field = Buffer.from(`name\0${'\0'.repeat(18)}`);
  field.writeUInt32BE(oid, 11);
  return message('T', Buffer.concat([Buffer.from([0, count]), ...Array<Buffer>(count).fill(field)]));
};
const column = columnOf(25);
const row = (body: string): Buffer => message('D', body);
const rowOf = (...cells: string[]): Buffer => {
  const lengths = cells.map((cell) => Buffer.alloc(4, 0).fill(Buffer.from([cell.length >> 8, cell.length & 255]), 2));
  const parts = cells.flatMap((cell, at) => [lengths[at] ?? '', Buffer.from(cell)] as Buffer[]);
  return message('D', Buffer.concat([Buffer.from([0, cells.length]), ...parts]));
};
const done = message('C', 'SELECT 1\0');
const answer = (...parts: Buffer[]): Buffer =>
  Buffer.concat([message('1'), message('2'), done, message('1'), message('2'), row('\0\0'), done, ...parts]);
const honest = answer(message('1'), message('2'), column, row('\0\x01\0\0\0\x011'), done, ready);

/** Bytes sent instead of a server's. */
const FORMS: Record<string, Say> = {
  'nothing, and hangs up': (socket) => socket.destroy(),
  'a page of HTTP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a length of 0': (socket) => socket.write(message('R', '', 0)),
  'zeros without end': (socket) => flood(socket, Buffer.alloc(65_536)),
  'a message of 4 GB': (socket) => flood(socket, Buffer.concat([message('D', '', 0xffff_ffff), MEGABYTE])),
  'notices without end': (socket) => flood(socket, Buffer.concat(Array<Buffer>(2000).fill(message('N', 'Mx\0\0')))),
  'an error without its end': (socket) => socket.write(message('E', 'SFATAL')),
  'a notice without its end, in pieces': (socket) => {
    socket.write(message('N', 'SNOTICE').subarray(0, 7));
    setTimeout(() => socket.write(message('N', 'SNOTICE').subarray(7)), 20);
  },
  'an error without fields': (socket) => socket.write(message('E', '')),
  'log in by Kerberos': (socket) => socket.write(message('R', '\0\0\0\x02')),
  'log in by SSPI': (socket) => socket.write(message('R', '\0\0\0\x09')),
  'log in by nothing': (socket) => socket.write(message('R')),
  'log in by MD5 without salt': (socket) => socket.write(message('R', '\0\0\0\x05\x01')),
  'log in again': (socket) => socket.write(message('R', '\0\0\0\x03')),
  'a parameter without its end': (socket) => socket.write(message('S', 'abc')),
  'a key of one byte': (socket) => socket.write(message('K', '\x01')),
  'a row of 32,767 cells': (socket) => socket.write(Buffer.concat([column, row('\x7f\xff\0\0\0\x01x')])),
  'a row of -1 cells': (socket) => socket.write(Buffer.concat([column, row('\xff\xff')])),
  'a cell of 2 GB': (socket) => socket.write(Buffer.concat([column, row('\0\x01\x7f\xff\xff\xffx')])),
  'columns that are not there': (socket) => socket.write(message('T', '\x7f\xff')),
  '-1 columns': (socket) => socket.write(message('T', Buffer.from([0xff, 0xff]))),
  'a tag without its end': (socket) => socket.write(message('C', 'SELECT')),
  'a demand for data': (socket) => socket.write(message('G', '\0\0\0')),
  'data without end': (socket) => flood(socket, Buffer.concat([message('H', '\0\0\0'), message('d', MEGABYTE)])),
  'rows without end': (socket) => flood(socket, Buffer.concat(Array<Buffer>(5000).fill(row('\0\x01\0\0\0\x011')))),
};

/** Sends `say` once, else proper answers. */
const serving =
  (moment: 'start' | 'opening' | 'answer' | 'idle', say: Say) =>
  (socket: Socket): void => {
    let started = false;
    const reply = (at: typeof moment, bytes: Buffer): void => {
      if (at === moment) say(socket);
      else socket.write(bytes);
    };
    socket.on('data', (asked) => {
      const code = String.fromCharCode(asked[0] ?? 0);
      if (!started) reply('start', Buffer.concat([login, ready]));
      else if (code === 'Q') reply('opening', Buffer.concat([column, row('\0\x01\0\0\0\x06public'), done, ready]));
      else if (code === 'P') reply('answer', asked.includes('select 1') ? honest : answer(ready));
      if (started && moment === 'idle' && asked.includes('select 1')) setTimeout(() => say(socket), 20);
      started = true;
    });
  };

describe('a hostile PostgreSQL server', () => {
  let server: ScriptedServer;
  let database: TargetDatabase;

  const open = async (serve: (socket: Socket) => void): Promise<void> => {
    server = await startScriptedServer(serve);
    const url = `postgres://u:p@127.0.0.1:${server.port}/d?sslmode=disable`;
    const target = await resolveTarget(parseTargetUrl('postgres', url), { hosts: null, ownStores: [], sqliteDirs: [] });
    const guard = async (sql: string): Promise<never> =>
      ({ allowed: true, sql, tables: [], catalogVersion: null }) as never;
    database = openTargetDatabase(target, { guard, connectMs: 500, maxSessions: 1 });
  };
  const execute = (): Promise<unknown> => database.execute('select 1', LIMITS, new AbortController().signal);

  afterEach(async () => {
    await database.close();
    server.close();
  });

  it('is played by one that answers', async () => {
    await open(serving('start', (socket) => socket.write(Buffer.concat([login, ready]))));
    await eventually(() => execute().then(...ANSWERS));
    await expect(execute()).resolves.toMatchObject({ rows: [['1']] });
  });

  it.each(Object.keys(FORMS))(
    'costs one session at most, and nothing of it goes on, where it says %s',
    async (form) => {
      for (const moment of ['start', 'opening', 'answer'] as const) {
        await open(serving(moment, FORMS[form] as Say));
        const outcome: unknown = await execute().catch((error: unknown) => error);
        expect(outcome).not.toMatchObject({ rows: [['1']] });
        await database.close();
        await eventually(() => server.open === 0);
        server.close();
      }
      await open(serving('idle', FORMS[form] as Say));
      await expect(execute()).resolves.toMatchObject({ rows: [['1']] });
    },
  );

  it('frees its place where it never answers the first statement', async () => {
    let isSilent = true;
    await open((socket) =>
      serving('opening', (to) => void (isSilent || to.write(Buffer.concat([done, ready]))))(socket),
    );
    await expect(execute()).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    isSilent = false;
    await eventually(() => execute().then(...ANSWERS));
  });

  it.each([
    ['are nested without end', (oid: number) => oid + 1],
    ['contain themselves', (oid: number) => oid],
  ])('is asked for the types of a result twice at most, if its arrays %s', async (_, elementOf) => {
    let asked = 0;
    await open((socket) => {
      const say = serving('answer', () => undefined);
      socket.on('data', (bytes) => {
        const text = bytes.toString('latin1');
        const oids = /\{([\d,]+)\}/.exec(text)?.[1]?.split(',').map(Number) ?? [];
        if (text.includes('typdelim')) {
          asked += 1;
          const rows = oids.map((oid) => rowOf(`${oid}`, 'own', `${elementOf(oid)}`, ','));
          socket.write(answer(message('1'), message('2'), columnOf(25, 4), ...rows, done, ready));
        } else if (text.includes('select 1')) {
          socket.write(answer(message('1'), message('2'), columnOf(70_000), rowOf('{{a},b}'), done, ready));
        }
      });
      say(socket);
    });
    await expect(execute()).resolves.toMatchObject({ rows: [[[['a'], 'b']]] });
    expect(asked).toBe(elementOf(1) === 1 ? 1 : 2);
  });

  it.each(['no columns', 'two columns'])('ends its session by rows of one value for %s', async (form) => {
    const columns = form === 'no columns' ? [] : [columnOf(25, 2)];
    await open(
      serving('answer', (socket) =>
        socket.write(answer(message('1'), message('2'), ...columns, rowOf('1'), done, ready)),
      ),
    );
    await expect(execute()).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    await eventually(() => server.open === 0);
  });

  it('has its words shortened', async () => {
    const words = message('E', `SERROR\0C42601\0M${'m'.repeat(50_000)}\0H${'h'.repeat(50_000)}\0\0`);
    await open(serving('answer', (socket) => socket.write(answer(message('1'), message('2'), column, words, ready))));
    const error = await execute().catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error).length).toBeLessThan(20_000);
    expect(error).toMatchObject({ code: 'STATEMENT_FAILED', message: expect.stringMatching(/^m{4000}…$/) });
  });
});
