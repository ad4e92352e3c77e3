import { afterEach, describe, expect, it } from '@jest/globals';
import type { Cell } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import type { Socket } from 'node:net';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import { Secret } from '../connection/secret.js';
import type { DatabaseSession } from '../session.js';
import { chunk, CHUNKED, HEADER, send, SETTINGS, whole, type Answer } from '../testing/clickhouse-answers.js';
import { flood, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { readCatalog, readRelations } from './catalog.js';
import { agentOf, ClickHouseLink } from './connection.js';
import { clickhouseDriver } from './driver.js';
import { faultOf, ServerError, serverErrorIn, statementError } from './errors.js';
import { judgeGrants, readPrivileges } from './privileges.js';
import { Profile } from './profile.js';
import { valueQuery } from './queries.js';
import { isNullable, plainType, rowReader } from './values.js';

const LIMITS = { statementTimeoutMs: 20_000, maxRows: 3, maxBytes: 10_000 };

/** Path and chunks of a request. */
const REQUEST = /^POST (\S+) [^]*?\r\n\r\n([^]*?)\r\n0\r\n\r\n$/;

const never = (): AbortSignal => new AbortController().signal;

interface Asked {
  sql: string;
  parameters: URLSearchParams;
}

describe("ClickHouse's session", () => {
  let server: ScriptedServer | null = null;
  let session: DatabaseSession | null = null;
  let asked: Asked[] = [];

  /** Answers the settings, then each statement, with bytes of a server. */
  async function open(answers: Answer[], profile = SETTINGS): Promise<DatabaseSession> {
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
        send(socket, left.shift() ?? whole(HEADER));
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

  it('binds names before it runs, and reports the position of errors', async () => {
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
    const one = await open([`${CHUNKED}${pieces.map(chunk).join('')}0\r\n\r\n`]);
    await expect(run(one)).rejects.toMatchObject({ statement: { code: '395' } });
  });

  it.each<[string, Answer]>([
    ['within a chunk', (socket) => socket.end(`${CHUNKED}40\r\n${HEADER}[1]\n`)],
    ['between chunks', (socket) => socket.end(`${CHUNKED}${chunk(`${HEADER}[1]\n`)}`)],
    ['within a row', whole(`${HEADER}[1]\n[2`)],
    ['before the rows', whole('["n"]\n')],
    ['before the status', (socket) => socket.destroy()],
    ['with an answer of something else', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>'],
  ])('takes no part of the rows for all of them: an end %s', async (_, answer) => {
    const one = await open([answer]);
    await expect(run(one)).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    expect(one.healthy).toBe(false);
  });

  it('leaves the totals of WITH TOTALS out', async () => {
    const totals = '["s","n"]\n["String","UInt64"]\n["a",1]\n\n["",1]\n';
    const one = await open([whole(totals), whole(`${totals}${exception}\n`), whole(totals.slice(0, -7))]);
    expect(await run(one)).toMatchObject({ rows: [['a', 1]], truncated: false });
    await expect(run(one)).rejects.toMatchObject({ statement: { code: '395' } });
    await expect(run(one)).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
  });

  it('takes what returns no columns for no query', async () => {
    const one = await open([`${CHUNKED}0\r\n\r\n`]);
    await expect(run(one)).rejects.toMatchObject({ statement: { category: 'VALIDATION_FAILED' } });
  });

  it('stops at the limits of rows and bytes, and continues', async () => {
    const rows = (count: number, cell: string): string => `[${cell}]\n`.repeat(count);
    const endless = (socket: Socket): void => {
      socket.write(`${CHUNKED}${chunk(HEADER)}`);
      flood(socket, Buffer.from(chunk(rows(1000, '1'))));
    };
    const one = await open([endless, whole(HEADER + rows(2, `"${'x'.repeat(6000)}"`)), whole(HEADER + rows(3, '1'))]);
    expect(await run(one)).toMatchObject({ rowCount: 3, truncated: true });
    expect(await run(one)).toMatchObject({ rowCount: 1, truncated: true });
    expect(await run(one)).toMatchObject({ rowCount: 3, truncated: false });
  });

  it.each([
    ['a row', CHUNKED + chunk(HEADER), 'a single row of the result is larger than 10000 bytes'],
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
    const one = await open([(socket) => socket.write(`${CHUNKED}${chunk(`${HEADER}[1]\n`)}`)]);
    await expect(run(one, never(), { ...LIMITS, statementTimeoutMs: 10 })).rejects.toMatchObject({
      statement: { code: 'TARGET_NO_ANSWER' },
    });
    expect(one).toMatchObject({ healthy: false, cut: { overdue: true } });
  });

  it('reports a statement that the server ended at its timeout', async () => {
    const one = await open([whole(`${HEADER}Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)\n`)]);
    await expect(run(one)).rejects.toMatchObject({
      statement: { code: '159', message: 'the statement was ended after 20000 ms' },
    });
    expect(one).toMatchObject({ healthy: true, cut: null });
  });

  it('ends an error that never ends', async () => {
    const one = await open(['HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n']);
    await expect(run(one, never(), { ...LIMITS, statementTimeoutMs: 10 })).rejects.toMatchObject({
      statement: { code: 'TARGET_NO_ANSWER' },
    });
  });

  it('waits for the end of a statement on the server only for a time', async () => {
    await open([() => undefined]);
    const link = await ClickHouseLink.to({ ...target('prefer'), port: server?.port ?? 0 }, '127.0.0.1');
    await expect(link.kill('id', AbortSignal.timeout(10))).rejects.toThrow();
    link.close();
  });

  it('is not opened if its rights are unknown', async () => {
    const silent = SETTINGS.replace('["readonly","0",0,null,null]\n', '');
    await expect(open([], silent)).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  });

  it('reads a catalog whole or not at all', async () => {
    const one = await open([whole(`${HEADER}[1]\n[2]\n`), whole(`${HEADER}[1]\n[2]\n`)]);
    const read = { sql: 'select n', parameters: [], timeoutMs: 1000, maxRows: 1, maxBytes: 999 };
    expect(await one.read(read, never())).toEqual([[1]]);
    await expect(one.read({ ...read, isWhole: true }, never())).rejects.toMatchObject({ code: 'TARGET_OVERLOADED' });
  });

  it('reports a profile that lets statements change settings, or parts of results pass', async () => {
    const granted = '["GRANTS"]\n["String"]\n["GRANT SELECT ON shop.* TO reader"]\n';
    const [readonly, fixed] = ['["readonly"]\n["String"]\n["2"]\n', '["name"]\n["String"]\n["join_overflow_mode"]\n'];
    const one = await open([granted, readonly, fixed].map(whole));
    expect((await readPrivileges(one, never())).findings).toEqual([
      expect.stringContaining('readonly 2'),
      expect.stringContaining('fixes join_overflow_mode'),
    ]);
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
  type Row = [name: string, value: string, fixed: number, least?: string | null, most?: string | null];
  const profile = (readonly: string, ...more: Row[]): Profile =>
    new Profile([
      ['readonly', readonly, 0],
      ['max_execution_time', '5', 0],
      ['max_memory_usage', '0', 0],
      ...more,
    ] as Cell[][]);

  it('forbid writes and settings where the profile does not, and never loosen a limit', () => {
    expect(profile('0').settings(60_000)).toEqual({ readonly: '1', max_memory_usage: '10000000000' });
    expect(profile('2').settings(300)).toEqual({
      readonly: '2',
      max_execution_time: '0.3',
      max_memory_usage: '10000000000',
    });
    expect(profile('1').settings(300)).toEqual({ readonly: '1' });
    expect(() => profile('')).toThrow('may set');
  });

  it('stay within the constraints of the profile', () => {
    const bounds: Row[] = [
      ['max_memory_usage', '0', 0, '1000', '2000'],
      ['max_execution_time', '0', 0, '5', null],
    ];
    expect(profile('0', ...bounds).settings(300)).toMatchObject({ max_memory_usage: '2000', max_execution_time: '5' });
  });

  it('fix how values are written', () => {
    const quoted: Row[] = [
      ['output_format_json_quote_64bit_integers', '1', 0],
      ['date_time_output_format', 'iso', 0],
      ['extremes', '1', 0],
    ];
    expect(profile('0', ...quoted).settings(300)).toMatchObject({
      output_format_json_quote_64bit_integers: '0',
      date_time_output_format: 'simple',
      extremes: '0',
    });
  });

  it('let no part of a result pass for all of it', () => {
    const modes: Row[] = [
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
  const rowOf = rowReader(['String', 'String', 'Array(String)']);

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
    ['FixedString(4)', 'ab\0\0', 'ab\0\0'],
    ['SimpleAggregateFunction(max, Nullable(Float32))', 'nan', 'NaN'],
    ['Array(Nullable(Float64))', ['nan', null, 1.5], ['NaN', null, 1.5]],
    ['Tuple(`a b` Float64, s String)', { 'a b': 'inf', s: 'inf' }, { 'a b': 'Infinity', s: 'inf' }],
    ['Tuple(Float64, Decimal(9, 2))', ['-inf', 1.5], ['-Infinity', '1.5']],
    ['Nested(n UInt64)', [{ n: '42' }], [{ n: 42 }]],
  ])('%s', (type, value, cell) => {
    expect(rowReader([type])(Buffer.from(JSON.stringify([value])))).toEqual([cell]);
  });

  it.each([
    [
      'Map(UInt8, String)',
      '{"2":"a","1":"b","2":"c"}',
      [
        [2, 'a'],
        [1, 'b'],
        [2, 'c'],
      ],
    ],
    ['Map(String, Float64)', '{}', []],
    ['Map(String, Float64)', '{"},{\\":":"nan"}', [['},{":', 'NaN']]],
    ['Array(Map(String, Tuple(n UInt8)))', '[{"a":{"n":1}},{}]', [[['a', { n: 1 }]], []]],
    ['JSON', '{"a":{"b":[1]}}', { a: { b: [1] } }],
    ['JSON', String.raw`{"\u0000":[["a",1]]}`, { '\0': [['a', 1]] }],
    ['Map(String, JSON)', '{"k":{"a":1,"b":{}}}', [['k', { a: 1, b: {} }]]],
    [
      'Array(Tuple(j JSON, m Map(UInt8, String)))',
      '[{"j":{"a":[{}]},"m":{"1":"x"}}]',
      [{ j: { a: [{}] }, m: [[1, 'x']] }],
    ],
    ['Variant(JSON, Map(String, UInt8))', '{"a":{"b":1}}', { a: { b: 1 } }],
    [
      'Variant(JSON, Map(String, UInt8))',
      '{"a":1,"a":2}',
      [
        ['a', 1],
        ['a', 2],
      ],
    ],
  ])('keep the pairs of %s', (type, written, cell) => {
    const types = ['JSON', type, 'Tuple(x Int8)'];
    const row = rowReader(types)(Buffer.from(`[{"a":[1,2]},${written},{"x":1}]`));
    expect(row).toEqual([{ a: [1, 2] }, cell, { x: 1 }]);
  });

  it('have the type that their wrappers hold', () => {
    expect(plainType("SimpleAggregateFunction(anyLast, LowCardinality(Nullable(Enum8(',)' = 1))))")).toBe(
      "Enum8(',)' = 1)",
    );
    expect(isNullable('SimpleAggregateFunction(max, Nullable(Int8))')).toBe(true);
  });

  it('are sought under names that no table has', () => {
    const relation = { schema: 'shop', name: 't' };
    const { sql } = valueQuery({ relation, columns: ['c1', 'value', 'wanted'], values: ['x'], prefix: true, rows: 5 });
    expect(sql).toContain('toString(assay_scanned.`wanted`)');
    expect(sql.replaceAll(/assay_\w+|`[^`]+`/g, '')).not.toMatch(/\b(?:c\d|value|wanted|scanned)\b/);
  });
});

describe("ClickHouse's errors and rights", () => {
  it('report who caused them', () => {
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
    expect(scoped(`Unknown identifier in scope SELECT ${'x, '.repeat(9000)}. Maybe you meant: ['y'].`)).toMatchObject({
      message: 'Unknown identifier',
      hint: "Maybe you meant ['y'].",
    });
    expect(scoped("Illegal type: while executing 'FUNCTION f(1 :: 2)'")).toMatchObject({ message: 'Illegal type' });
  });

  it.each(['.', ' (A)', ' ', ' (version '])('are read soon: %j', (part) => {
    const startedAt = performance.now();
    serverErrorIn(`Code: 1. DB::Exception: Maybe you meant: x${part.repeat(65_000 / part.length)}x:`);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('report rights beyond reading', () => {
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
    expect(judgeGrants(['GRANT analysts TO reader']).canWrite).toBe(true);
    expect(judgeGrants(['GRANT SELECT(`a ON b TO c`, `)`) ON `my shop`.* TO reader']).findings).toEqual([]);
    expect(judgeGrants(['GRANT INSERT ON `my shop`.`a, b` TO `the reader`']).findings).toEqual([
      'the user has INSERT on `my shop`.`a, b`',
    ]);
    expect(judgeGrants(['GRANT SHOW NAMED COLLECTIONS SECRETS ON * TO reader']).findings).toHaveLength(1);
    expect(judgeGrants(['GRANT SELECT ON *.* TO reader', 'REVOKE SELECT ON hr.* FROM reader']).findings).toEqual([]);
  });
});

describe("ClickHouse's catalog", () => {
  const reading = (rows: Cell[][], aliases: Cell[][] = []): DatabaseSession =>
    ({
      read: async ({ sql }: { sql: string }) => (sql.includes('ALIAS') ? aliases : rows),
    }) as unknown as DatabaseSession;

  it('knows what serves a table, also below a materialized view', async () => {
    const view = (name: string, rest: string): Cell[] => [
      'shop',
      name,
      'MaterializedView',
      `CREATE MATERIALIZED VIEW shop.${name} ${rest} AS SELECT 1 AS n`,
    ];
    const relations = await readRelations(
      reading(
        [
          ['shop', 'orders', 'ReplicatedMergeTree', ''],
          ['shop', 'lazy', 'MergeTree', ''],
          ['shop', 'paid', 'View', 'select 1'],
          ['shop', 'far away', 'URL', ''],
          ['shop', 'prices', 'Dictionary', ''],
          ['shop', 'everywhere', 'Distributed', ''],
          ['shop', 'lines', 'FileLog', ''],
          view('own', "(`n` UInt8 COMMENT ' TO x.y ENGINE = URL') ENGINE = SummingMergeTree ORDER BY n"),
          view('kept', 'TO shop.orders (`n` UInt8)'),
          view('sent', 'REFRESH EVERY 1 HOUR TO shop.`far away` (`n` UInt8)'),
          view('hidden', 'TO hr.salaries (`n` UInt8)'),
        ],
        [['shop', 'lazy', "sleep(1), dictGet('far', 'v', id)"]],
      ),
      never(),
    );
    expect(relations.filter(({ wrapper }) => wrapper !== null).map(({ name, wrapper }) => [name, wrapper])).toEqual([
      ['far away', 'the engine URL'],
      ['prices', 'the engine Dictionary'],
      ['lines', 'the engine FileLog'],
      ['sent', 'the engine URL'],
      ['hidden', 'a table that this user may not see'],
    ]);
    expect(relations.find(({ name }) => name === 'paid')).toMatchObject({ kind: 'view', definition: 'select 1' });
    expect(relations.find(({ name }) => name === 'orders')).toMatchObject({ kind: 'table', definition: null });
    expect(relations.find(({ name }) => name === 'lazy')).toMatchObject({
      kind: 'view',
      definition: "select sleep(1), dictGet('far', 'v', id)",
    });
  });

  it('refuses own functions, also with the name of a safe one', async () => {
    const catalog = await readCatalog(reading([['', 'lower']]), never());
    const judged = async (known: typeof catalog | null): Promise<boolean> =>
      (await guardSql("select lower('A')", 'clickhouse', { catalog: known })).allowed;
    expect([await judged(null), await judged(catalog)]).toEqual([true, false]);
  });
});
