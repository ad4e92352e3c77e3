import { afterEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import { Secret } from '../connection/secret.js';
import type { DatabaseSession } from '../session.js';
import { flood, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { agentOf } from './connection.js';
import { clickhouseDriver } from './driver.js';
import { faultOf, ServerError, serverErrorIn, statementError } from './errors.js';
import { judgeGrants } from './privileges.js';
import { Profile } from './profile.js';
import { rowOf, toCell } from './values.js';

const LIMITS = { statementTimeoutMs: 20_000, maxRows: 3, maxBytes: 10_000 };
const HEADER = '["n"]\n["UInt64"]\n';
const OK = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-ClickHouse-Exception-Tag: lbgclkgjmqkzvkhl\r\n\r\n';
const PROFILE =
  '["name","value","readonly"]\n["String","String","UInt8"]\n["readonly","0",0]\n["max_execution_time","0",0]\n';

/** Path and chunks of a request. */
const REQUEST = /^POST (\S+) [^]*?\r\n\r\n([^]*?)\r\n0\r\n\r\n$/;

const never = (): AbortSignal => new AbortController().signal;
const chunk = (bytes: string): string => `${Buffer.byteLength(bytes, 'latin1').toString(16)}\r\n${bytes}\r\n`;
const whole = (body: string): string => `${OK}${chunk(body)}0\r\n\r\n`;

type Answer = string | ((socket: Socket) => void);

interface Asked {
  sql: string;
  parameters: URLSearchParams;
}

describe("ClickHouse's session", () => {
  let server: ScriptedServer | null = null;
  let session: DatabaseSession | null = null;
  let asked: Asked[] = [];

  /** Answers the settings, then each statement, with bytes of a server. */
  async function open(answers: Answer[], profile = PROFILE): Promise<DatabaseSession> {
    const left: Answer[] = [whole(profile), ...answers];
    server = await startScriptedServer((socket) => {
      let received = '';
      socket.setEncoding('latin1').on('data', (data: string) => {
        received += data;
        const [, path = '', body] = REQUEST.exec(received) ?? [];
        if (body === undefined) return;
        received = '';
        const { searchParams } = new URL(path, 'http://localhost');
        asked.push({ sql: body.replaceAll(/^[0-9a-f]+\r\n|\r\n(?:[0-9a-f]+\r\n)?/gm, ''), parameters: searchParams });
        const answer = left.shift() ?? whole(HEADER);
        if (typeof answer === 'string') socket.write(answer, 'latin1');
        else answer(socket);
      });
    });
    const { port } = server;
    session = await clickhouseDriver().open(
      { target: { ...target('prefer'), port }, address: '127.0.0.1' },
      { connectMs: 5000, signal: never() },
    );
    return session;
  }

  const run = (of: DatabaseSession, signal = never(), limits = LIMITS): Promise<unknown> =>
    of.run({ sql: 'select n from t', explain: false, execute: true, offset: 0, limits }, signal);

  afterEach(async () => {
    session?.destroy();
    server?.close();
    [session, asked] = [null, []];
  });

  it('dials the checked address, read-only and with limits', async () => {
    const one = await open([whole(`${HEADER}["18446744073709551615"]\n`)]);
    expect(await run(one)).toMatchObject({
      columns: [{ name: 'n', type: 'UInt64' }],
      rows: [['18446744073709551615']],
    });
    const { sql, parameters } = asked[1] as Asked;
    expect(sql).toBe('select n from t');
    expect(Object.fromEntries(parameters)).toMatchObject({ readonly: '1', max_execution_time: '20', database: 'shop' });
  });

  it('binds names before it runs, and tells where the statement is wrong', async () => {
    const failure = `HTTP/1.1 400 Bad\r\nTransfer-Encoding: chunked\r\n\r\n${chunk("Code: 62. DB::Exception: Syntax error: failed at position 25 ('n') (line 2, col 8). (SYNTAX_ERROR) (version 25.8.2.29 (official build))\n")}0\r\n\r\n`;
    const one = await open([failure]);
    const work = one.run({ sql: 'select n from t', explain: true, execute: true, offset: 0, limits: LIMITS }, never());
    await expect(work).rejects.toMatchObject({
      statement: { code: '62', message: "Syntax error: failed at position 25 ('n') (line 2, col 8).", position: 8 },
    });
    expect(asked[1]?.sql).toBe('DESCRIBE TABLE (\nselect n from t\n)');
    expect(one.healthy).toBe(true);
  });

  const exception =
    'Code: 395. DB::Exception: Value passed to throwIf is non-zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 24.3.1.1)';

  it.each([
    [
      'in a block of its own',
      `${HEADER}[1]\n\r\n__exception__\r\nlbgclkgjmqkzvkhl\r\n${exception}\r\n132 lbgclkgjmqkzvkhl\r\n__exception__\r\n`,
    ],
    ['as text behind the rows', `${HEADER}[1]\n${exception}\n`],
    ['as text behind the beginning of a row', `${HEADER}[1]\n["abc${exception}\n`],
    ['before any row', `${exception}\n`],
  ])('finds an exception behind the status 200, %s', async (_, body) => {
    const one = await open([whole(body)]);
    await expect(run(one)).rejects.toMatchObject({
      statement: { code: '395', message: 'Value passed to throwIf is non-zero.' },
    });
  });

  it('finds it also where it is cut into several chunks', async () => {
    const body = `${HEADER}[1]\n${exception}\n`;
    const pieces = body.match(/[^]{1,7}/g) ?? [];
    const one = await open([`${OK}${pieces.map(chunk).join('')}0\r\n\r\n`]);
    await expect(run(one)).rejects.toMatchObject({ statement: { code: '395' } });
  });

  it.each<[string, Answer]>([
    ['within a chunk', (socket) => socket.end(`${OK}40\r\n${HEADER}[1]\n`)],
    ['between chunks', (socket) => socket.end(`${OK}${chunk(`${HEADER}[1]\n`)}`)],
    ['within a row', whole(`${HEADER}[1]\n[2`)],
    ['before the rows', whole('["n"]\n')],
    ['before the status', (socket) => socket.destroy()],
    ['with an answer of something else', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>'],
  ])('takes no part of the rows for all of them: an end %s', async (_, answer) => {
    const one = await open([answer]);
    await expect(run(one)).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    expect(one.healthy).toBe(false);
  });

  it('takes what returns no columns for no query', async () => {
    const one = await open([`${OK}0\r\n\r\n`]);
    await expect(run(one)).rejects.toMatchObject({ statement: { category: 'VALIDATION_FAILED' } });
  });

  it('stops at the limits of rows and bytes, and goes on', async () => {
    const rows = (count: number, cell: string): string => `[${cell}]\n`.repeat(count);
    const endless = (socket: Socket): void => {
      socket.write(`${OK}${chunk(HEADER)}`);
      flood(socket, Buffer.from(chunk(rows(1000, '1'))));
    };
    const one = await open([endless, whole(HEADER + rows(2, `"${'x'.repeat(6000)}"`)), whole(HEADER + rows(3, '1'))]);
    expect(await run(one)).toMatchObject({ rowCount: 3, truncated: true });
    expect(await run(one)).toMatchObject({ rowCount: 1, truncated: true });
    expect(await run(one)).toMatchObject({ rowCount: 3, truncated: false });
  });

  it.each([
    ['a row', OK + chunk(HEADER), 'a single row of the result is larger than 10000 bytes'],
    ['an error', 'HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n', 'the connection to the database was lost'],
  ])('reads no endless line of %s', async (_, head, message) => {
    const endless = (socket: Socket): void => {
      socket.write(head);
      flood(socket, Buffer.from(chunk('x'.repeat(100_000).replace(/^/, '["'))));
    };
    const one = await open([endless]);
    await expect(run(one)).rejects.toThrow(message);
  });

  it('ends a statement when it is cancelled, here and on the server', async () => {
    const one = await open([() => undefined]);
    const controller = new AbortController();
    const work = run(one, controller.signal);
    while (asked.length < 2) await new Promise(setImmediate);
    controller.abort(new Error('nobody waits'));
    await expect(work).rejects.toThrow('nobody waits');
    expect(one.healthy).toBe(false);
    while (asked.length < 3) await new Promise(setImmediate);
    expect(asked[2]?.sql).toBe(`KILL QUERY WHERE query_id = '${asked[1]?.parameters.get('query_id')}' ASYNC`);
  });

  it('ends a statement that the server does not end at its timeout, also behind rows', async () => {
    const one = await open([(socket) => socket.write(`${OK}${chunk(`${HEADER}[1]\n`)}`)]);
    await expect(run(one, never(), { ...LIMITS, statementTimeoutMs: 10 })).rejects.toMatchObject({
      statement: { code: '159', message: 'the statement was ended after 10 ms' },
    });
  });

  it('binds texts beside the statement', async () => {
    const one = await open([whole(HEADER)]);
    await one.read(
      { sql: 'select {p1:String}', parameters: [`it's`], timeoutMs: 1000, maxRows: 1, maxBytes: 99 },
      never(),
    );
    expect(asked[1]).toMatchObject({ sql: 'select {p1:String}' });
    expect(asked[1]?.parameters.get('param_p1')).toBe(`it\\'s`);
  });
});

function target(tls: TlsMode): ResolvedServer {
  const [host, port, user, database] = ['db.invalid', 8123, 'reader', 'shop'];
  const password = new Secret('p@ss');
  return { kind: 'server', dialect: 'clickhouse', host, port, user, password, database, tls, addresses: ['127.0.0.1'] };
}

describe("ClickHouse's settings", () => {
  const profile = (readonly: string, ...more: [string, string, number][]): Profile =>
    new Profile([['readonly', readonly, 0], ['max_execution_time', '5', 0], ['max_memory_usage', '0', 0], ...more]);

  it('forbid writes and settings where the profile does not, and never loosen a limit', () => {
    expect(profile('0').settings(60_000)).toEqual({ readonly: '1', max_memory_usage: '10000000000' });
    expect(profile('2').settings(300)).toEqual({ max_execution_time: '0.3', max_memory_usage: '10000000000' });
    expect(profile('1').settings(300)).toEqual({});
  });

  it('let no part of a result pass for all of it', () => {
    const modes: [string, string, number][] = [
      ['result_overflow_mode', 'break', 0],
      ['sort_overflow_mode', 'throw', 0],
      ['join_overflow_mode', 'break', 1],
    ];
    expect(profile('2', ...modes).settings(5000)).toMatchObject({ result_overflow_mode: 'throw' });
    expect(Object.keys(profile('2', ...modes).settings(5000))).not.toContain('sort_overflow_mode');
    expect(Object.keys(profile('2', ...modes).settings(5000))).not.toContain('join_overflow_mode');
  });

  it.each<[TlsMode, object | null]>([
    ['disable', null],
    ['prefer', null],
    ['require', { rejectUnauthorized: false, checkServerIdentity: expect.any(Function) }],
    ['verify-ca', { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }],
    ['verify-full', { rejectUnauthorized: true }],
  ])('are encrypted and verified as %s says', (tls, expected) => {
    const { options } = agentOf(target(tls), '127.0.0.1') as unknown as { options: Record<string, unknown> };
    const { rejectUnauthorized, checkServerIdentity } = options;
    const given = Object.entries({ rejectUnauthorized, checkServerIdentity }).filter(
      ([, value]) => value !== undefined,
    );
    expect(Object.fromEntries(given)).toEqual(expected ?? {});
  });
});

describe("ClickHouse's values", () => {
  it('keep bytes that are no text, beside text and escaped separators', () => {
    expect(rowOf(Buffer.from('["na\u00efve","\\u2028"]'))).toEqual(['na\u00efve', '\u2028']);
    const mixed = Buffer.concat([Buffer.from('["na\u00efve","\\u2028",["'), Buffer.from([0, 255]), Buffer.from('"]]')]);
    expect(rowOf(Buffer.from(mixed.toString('latin1').replace('\0', '\\u0000'), 'latin1'))).toEqual([
      'na\u00efve',
      '\u2028',
      ['\\x00ff'],
    ]);
    expect(rowOf(Buffer.from('{"exception":"no row"}'))).toBeNull();
    expect(rowOf(Buffer.from('[1'))).toBeNull();
  });

  it.each([
    ['UInt64', '42', 42],
    ['UInt64', '18446744073709551615', '18446744073709551615'],
    ['Decimal(9, 2)', 1.5, '1.5'],
    ['Float64', '-inf', '-Infinity'],
    ['String', 'inf', 'inf'],
    ['FixedString(4)', 'ab\0\0', 'ab'],
  ])('%s', (type, value, cell) => {
    expect(toCell(value, type)).toBe(cell);
  });
});

describe("ClickHouse's errors and rights", () => {
  it('tell whose fault it is', () => {
    expect(faultOf(new ServerError(60, 'Unknown table'))).toBeNull();
    expect(faultOf(new ServerError(202, 'Too many simultaneous queries'))?.code).toBe('TARGET_OVERLOADED');
    expect(faultOf(new ServerError(241, '(total) memory limit exceeded'))?.code).toBe('TARGET_OVERLOADED');
    expect(faultOf(new ServerError(241, 'Query memory limit exceeded'))).toBeNull();
    expect(statementError(new ServerError(62, 'failed at position 12 (x)'), "select '\u00fc' x", 0).position).toBe(11);
  });

  it('are read without the version, the name and the way of a message', () => {
    const text =
      'Code: 60. DB::Exception: Received from 10.0.0.1:9000. DB::Exception: Unknown table. (UNKNOWN_TABLE) (version 25.8)';
    expect(serverErrorIn(text)).toMatchObject({ number: 60, message: 'Unknown table.' });
    expect(serverErrorIn('<html>')).toBeNull();
    const scoped = (message: string): unknown =>
      serverErrorIn(`Code: 47. DB::Exception: ${message} (UNKNOWN_IDENTIFIER)`);
    expect(scoped("Unknown identifier `x` in scope SELECT x FROM t. Maybe you meant: ['y'].")).toMatchObject({
      message: 'Unknown identifier `x`',
      hint: "Maybe you meant ['y'].",
    });
    expect(scoped('Division by zero: In scope SELECT intDiv(1, 0).')).toMatchObject({ message: 'Division by zero' });
    expect(scoped("Illegal type: while executing 'FUNCTION f(1 :: 2)'")).toMatchObject({ message: 'Illegal type' });
  });

  it('tell what a user may do beyond reading', () => {
    expect(judgeGrants(['GRANT SELECT(a, b), SHOW TABLES ON shop.* TO reader'])).toEqual({
      superuser: false,
      canWrite: false,
      findings: [],
    });
    expect(judgeGrants(['GRANT SELECT, INSERT ON shop.orders TO writer'])).toEqual({
      superuser: false,
      canWrite: true,
      findings: ['the user has INSERT on shop.orders'],
    });
    expect(judgeGrants(['GRANT ALL ON *.* TO admin WITH GRANT OPTION'])).toMatchObject({ superuser: true });
    expect(judgeGrants(['GRANT S3, URL ON *.* TO reader', 'GRANT READ ON FILE TO reader'])).toMatchObject({
      canWrite: false,
      reach: ['S3', 'URL', 'FILE'],
    });
    expect(judgeGrants(['GRANT analysts TO reader']).findings).toEqual([
      'the rights of the role analysts are not known',
    ]);
    expect(judgeGrants(['GRANT SELECT ON *.* TO reader', 'REVOKE SELECT ON hr.* FROM reader']).findings).toEqual([]);
  });
});
