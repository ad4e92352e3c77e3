import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ResolvedServer } from '../connection/connection-target.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import { agentOf } from './connection.js';
import { chunk, CHUNKED, HEADER, send, SETTINGS, whole, type Answer } from '../testing/clickhouse-answers.js';
import { flood, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';

const LIMITS = { statementTimeoutMs: 1000, maxRows: 10, maxBytes: 1_000_000 };
const OK = 'HTTP/1.1 200 OK\r\n';
const GOOD = `${HEADER}[1]\n`;
const LOST = { code: 'TARGET_CONNECTION_LOST' };
const UNENDED = { statement: { code: 'TARGET_NO_ANSWER' } };

const sized = (body: string | Buffer, length: number, more = ''): string =>
  `${OK}Content-Length: ${length}\r\n${more}\r\n${body.toString('latin1')}`;
const bomb = gzipSync(Buffer.alloc(200_000_000, '1'));

const endless =
  (head: string, more: string): Answer =>
  (socket) => {
    socket.write(head);
    flood(socket, Buffer.from(more.repeat(200), 'latin1'));
  };
const rowsOf = (type: string, row: string): string => whole(`["n"]\n[${JSON.stringify(type)}]\n${row}\n`);
const exceptionOf = (text: string): string => whole(`${GOOD}Code: 60. DB::Exception: ${text}\n`);

const ATTACKS: [title: string, answer: Answer, outcome: object][] = [
  ['headers without end', endless(OK, 'X-ClickHouse-Progress: {"read_rows":"1"}\r\n'), LOST],
  ['a header of 10 MB', `${OK}X-ClickHouse-Summary: ${'x'.repeat(10_000_000)}\r\n\r\n`, LOST],
  ['answers before the answer, without end', endless('', 'HTTP/1.1 102 Processing\r\n\r\n'), UNENDED],
  ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', UNENDED],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', LOST],
  ['trailers without end', endless(`${CHUNKED}${chunk(HEADER)}0\r\n`, 'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'), LOST],
  ['a chunk extension without end', endless(`${CHUNKED}5;a=`, 'a'.repeat(100)), LOST],
  ['a length that is too long', (socket) => socket.end(sized(GOOD, 5000)), LOST],
  ['a length within a row', sized(GOOD, GOOD.length - 2), LOST],
  ['two lengths', `${OK}Content-Length: 5\r\nContent-Length: 30\r\n\r\n${GOOD}`, LOST],
  [
    'a length beside chunks',
    `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(GOOD)}0\r\n\r\n`,
    LOST,
  ],
  ['a negative chunk', `${CHUNKED}-5\r\n${GOOD}\r\n0\r\n\r\n`, LOST],
  [
    'packed data that nobody asked for',
    sized(bomb, bomb.length, 'Content-Encoding: gzip\r\n'),
    { message: expect.stringContaining('larger than') },
  ],
  [
    'a byte at a time',
    (socket) => {
      socket.write(CHUNKED);
      const timer = setInterval(() => socket.write(chunk('[')), 20);
      socket.on('close', () => clearInterval(timer));
    },
    UNENDED,
  ],
  ['rows that are no list', rowsOf('UInt64', '{"n":1}'), LOST],
  ['rows with a prototype', rowsOf('JSON', '[{"__proto__":{"polluted":1}}]'), { rowCount: 1 }],
  ['rows that nest 300,000 deep', rowsOf('JSON', '['.repeat(300_000) + ']'.repeat(300_000)), LOST],
  ['a text that never ends, of escapes', rowsOf('JSON', `[{${'"\\'.repeat(200_000)}`), LOST],
  ['a type that nests 100,000 deep', rowsOf(`${'Array('.repeat(100_000)}UInt8`, '[[1]]'), { rowCount: 1 }],
  ['a type of wrappers', rowsOf(`${'Nullable('.repeat(100_000)}UInt8`, '[1]'), { rowCount: 1 }],
  ['a row longer than its header', rowsOf('UInt64', '[1,2,3]'), LOST],
  ['a row shorter than its header', rowsOf('UInt64', '[]'), LOST],
  ['100,000 columns', whole(`[${'"a",'.repeat(99_999)}"a"]\n[${'"Int8",'.repeat(99_999)}"Int8"]\n`), { rowCount: 0 }],
  [
    'an exception behind rows, of a megabyte',
    exceptionOf(`Maybe you meant: ${'('.repeat(1_000_000)}`),
    { code: 'STATEMENT_FAILED' },
  ],
  [
    'an exception with secrets and markup',
    exceptionOf('<script>SECRET</script>\u001b[2J'),
    { code: 'STATEMENT_FAILED' },
  ],
  ['a page', 'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html></html>', LOST],
  [
    'a demand for a password',
    'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
    LOST,
  ],
];

describe('a hostile ClickHouse server', () => {
  const servers: ScriptedServer[] = [];
  let database: TargetDatabase | null = null;
  let received = '';

  /** Attacks the first statement, and answers the others. */
  async function open(answer: Answer): Promise<ScriptedServer> {
    let attacked = false;
    received = '';
    const server = await startScriptedServer((socket) => {
      let asked = '';
      socket.setEncoding('latin1').on('data', (data: string) => {
        received += data;
        asked += data;
        if (!asked.endsWith('\r\n0\r\n\r\n')) return;
        const isAttacked = asked.includes('select 1') && !attacked;
        const good = whole(asked.includes('system.settings') ? SETTINGS : GOOD);
        asked = '';
        if (!isAttacked) return void socket.write(good);
        attacked = true;
        send(socket, answer);
      });
    });
    servers.push(server);
    const url = `clickhouse://u:SECRET@127.0.0.1:${server.port}/d`;
    const target = await resolveTarget(parseTargetUrl('clickhouse', url), {
      hosts: null,
      ownStores: [],
      sqliteDirs: [],
    });
    const guard = async (sql: string): Promise<never> =>
      ({ allowed: true, sql, tables: [], catalogVersion: null }) as never;
    database = openTargetDatabase(target, { guard, connectMs: 10_000, maxSessions: 1 });
    return server;
  }
  const execute = (): Promise<unknown> =>
    (database as TargetDatabase).execute('select 1', LIMITS, new AbortController().signal);

  const recovers = (): Promise<unknown> =>
    eventually(() =>
      execute().then(
        () => true,
        () => false,
      ),
    );

  afterEach(async () => {
    await database?.close();
    for (const server of servers.splice(0)) server.close();
  });

  it.each(ATTACKS)('gets neither memory, time, a wrong answer nor a slot by %s', async (_, answer, outcome) => {
    const server = await open(answer);
    const before = process.memoryUsage().rss;
    expect(await execute().catch((error: unknown) => error)).toMatchObject(outcome);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    await recovers();
    expect(await execute()).toMatchObject({ rows: [[1]] });
    await database?.close();
    await eventually(() => server.open === 0);
  });

  it('answers no later statement by a second answer to the first', async () => {
    await open(whole(GOOD) + whole(`${HEADER}[666]\n`));
    expect(await execute()).toMatchObject({ rows: [[1]] });
    for (let round = 0; round < 3; round += 1) {
      expect(await execute().catch(() => null)).not.toMatchObject({ rows: [[666]] });
    }
  });

  it.each([301, 302, 303, 307, 308])('leads to no other server by %s', async (status) => {
    let dialled = 0;
    const other = await startScriptedServer(() => void (dialled += 1));
    servers.push(other);
    await open(
      `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${other.port}/latest/meta-data\r\nContent-Length: 0\r\n\r\n`,
    );
    await expect(execute()).rejects.toMatchObject(LOST);
    await recovers();
    expect(dialled).toBe(0);
  });

  it('ends nothing but a socket by its errors', async () => {
    const { port } = await open(whole(GOOD));
    const target = { host: 'localhost', port, tls: 'disable' } as ResolvedServer;
    const socket = agentOf(target, '127.0.0.1').createConnection({ port, host: '127.0.0.1' }) as Socket;
    socket.emit('error', new Error('of the socket'));
    socket.emit('error', new Error('again'));
    socket.destroy();
    expect(await execute()).toMatchObject({ rows: [[1]] });
  });

  it('gets no password by a demand for one', async () => {
    await open('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n');
    await expect(execute()).rejects.toMatchObject(LOST);
    expect(received).not.toMatch(/^proxy-authorization/im);
  });
});
