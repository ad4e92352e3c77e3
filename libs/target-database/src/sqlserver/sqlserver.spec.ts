import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Socket } from 'node:net';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import { Secret } from '../connection/secret.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { COLUMNS, RELATIONS, TABLES, typeWithSize } from './catalog.js';
import { connectError, faultOf, statementError, type ServerError } from './errors.js';
import { configuration, type BatchEvents, type Link, type ServerColumn } from './link.js';
import { judgeFindings } from './privileges.js';
import { valueQuery } from './queries.js';
import { SqlServerSession } from './session.js';
import { toCell } from './values.js';

const LIMITS = { statementTimeoutMs: 200, maxRows: 3, maxBytes: 1000 };

const never = (): AbortSignal => new AbortController().signal;

const column = (type: string, more: Partial<ServerColumn> = {}): ServerColumn =>
  ({ name: 'c', type: { declaration: type }, ...more }) as unknown as ServerColumn;

class FakeLink implements Link {
  open = true;
  readonly reported: string[] = [];
  private stop: (() => void) | null = null;

  constructor(
    private readonly rows: unknown[][],
    private readonly behave: 'well' | 'hang' | 'ignore' | Error = 'well',
    private readonly resets = true,
  ) {}

  async run(sql: string, parameters: Record<string, string | number | null>, events: BatchEvents): Promise<void> {
    this.reported.push(parameters['p1'] === undefined ? sql : `${sql} <- ${parameters['p1']}`);
    if (!sql.startsWith('select')) return;
    if (this.behave instanceof Error) throw this.behave;
    if (this.behave === 'hang') await new Promise<void>((resolve) => (this.stop = resolve));
    if (this.behave === 'ignore') await new Promise<never>(() => undefined);
    events.onColumns([column('int')]);
    for (const row of this.rows) if (!events.onRow(row)) break;
  }

  async reset(): Promise<void> {
    this.reported.push('(reset)');
    if (!this.resets) throw new Error('it does not reset');
  }

  cancel(): void {
    this.stop?.();
  }

  async close(): Promise<void> {
    this.open = false;
  }
}

const run = { sql: 'select n from numbers', explain: true, execute: true, offset: 1, limits: LIMITS };

describe("SQL Server's session", () => {
  it('binds a statement, runs it in a transaction with a row limit, and rolls back', async () => {
    const link = new FakeLink([[1], [2], [3], [4], [5]]);
    const result = await new SqlServerSession(link).run(run, never());
    expect(result).toMatchObject({ columns: [{ name: 'c', type: 'int' }], rows: [[2], [3], [4]], truncated: true });
    expect(link.reported).toEqual([
      'SET XACT_ABORT ON; SET LOCK_TIMEOUT 5000; SET ROWCOUNT 5; BEGIN TRANSACTION',
      'EXEC sys.sp_describe_first_result_set @tsql = @p1 <- select n from numbers',
      'select n from numbers',
      'SET ROWCOUNT 0; IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION',
      '(reset)',
    ]);
  });

  it('is reset after every use, also one that failed, and given up where that fails', async () => {
    const mistake = Object.assign(new Error('Invalid object'), { number: 208 });
    const link = new FakeLink([], mistake);
    const mistaken = new SqlServerSession(link);
    await expect(mistaken.run(run, never())).rejects.toMatchObject({ statement: { code: '208' } });
    expect(link.reported.at(-1)).toBe('(reset)');
    const stuck = new SqlServerSession(new FakeLink([[1]], 'well', false));
    await stuck.run(run, never());
    await expect(stuck.run(run, never())).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    expect(stuck.healthy).toBe(false);
  });

  it('ends a statement at its timeout, and is not used again', async () => {
    const session = new SqlServerSession(new FakeLink([], 'hang'));
    const failure = await session.run(run, never()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StatementFailedError);
    expect(session.healthy).toBe(false);
  });

  it('gives up a statement that the server does not end', async () => {
    const link = new FakeLink([], 'ignore');
    const session = new SqlServerSession(link);
    await expect(session.run(run, never())).rejects.toMatchObject({ statement: { code: 'TARGET_NO_ANSWER' } });
    expect(session).toMatchObject({ healthy: false, cut: { overdue: true } });
    expect(link.open).toBe(false);
    const reading = new SqlServerSession(new FakeLink([], 'ignore'));
    const read = { sql: 'select n', parameters: [], timeoutMs: 10, maxRows: 1, maxBytes: 999 };
    await expect(reading.read(read, never())).rejects.toMatchObject({ code: 'TARGET_NO_ANSWER', retryable: true });
  });

  it('ends a statement when it is cancelled', async () => {
    const session = new SqlServerSession(new FakeLink([], 'hang'));
    const controller = new AbortController();
    const work = session.run({ ...run, limits: { ...LIMITS, statementTimeoutMs: 10_000 } }, controller.signal);
    await delay(10);
    controller.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
    expect(session.healthy).toBe(false);
  });

  it('continues after a mistake, and not after a lost connection', async () => {
    const mistaken = new SqlServerSession(
      new FakeLink([], Object.assign(new Error('Invalid object'), { number: 208 })),
    );
    await expect(mistaken.run(run, never())).rejects.toMatchObject({ statement: { code: '208' } });
    expect(mistaken.healthy).toBe(true);
    const lost = new SqlServerSession(new FakeLink([], Object.assign(new Error('socket'), { code: 'ESOCKET' })));
    await expect(lost.run(run, never())).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    expect(lost.healthy).toBe(false);
  });

  it('refuses a single row beyond the byte limit', async () => {
    const session = new SqlServerSession(new FakeLink([['x'.repeat(2000)]]));
    await expect(session.run({ ...run, offset: 0 }, never())).rejects.toThrow(/larger than 1000 bytes/);
  });
});

describe("SQL Server's connection", () => {
  const target = (tls: TlsMode): ResolvedServer => ({
    kind: 'server',
    dialect: 'sqlserver',
    host: 'db.example.com',
    port: 1433,
    user: 'u',
    password: new Secret('p'),
    database: 'd',
    tls,
    addresses: ['10.0.0.1'],
  });

  it.each<[TlsMode, boolean, boolean]>([
    ['disable', false, true],
    ['prefer', true, true],
    ['require', true, true],
    ['verify-full', true, false],
  ])('is encrypted and verified as %s says', (tls, encrypt, trustServerCertificate) => {
    const { options } = configuration(target(tls), 1000, () => new Socket());
    expect(options).toMatchObject({ encrypt, trustServerCertificate, serverName: 'db.example.com' });
  });
});

describe("SQL Server's values", () => {
  const fine = (iso: string, nanosecondsDelta = 0): Date => Object.assign(new Date(iso), { nanosecondsDelta });

  it.each([
    ['int', 7, {}, 7],
    ['bit', true, {}, true],
    ['bigint', '9223372036854775807', {}, '9223372036854775807'],
    ['decimal', 12.5, { scale: 2 }, '12.50'],
    ['money', 1.5, {}, '1.5000'],
    ['float', NaN, {}, 'NaN'],
    ['date', fine('2024-02-29T00:00:00Z'), {}, '2024-02-29'],
    ['datetime2', fine('2024-02-29T13:14:15.123Z', 0.0004567), { scale: 7 }, '2024-02-29 13:14:15.1234567'],
    ['datetime', fine('2024-02-29T13:14:15.120Z'), {}, '2024-02-29 13:14:15.120'],
    ['smalldatetime', fine('2024-02-29T13:14:00Z'), {}, '2024-02-29 13:14:00'],
    ['datetimeoffset', fine('2024-02-29T11:14:15Z'), { scale: 0 }, '2024-02-29 11:14:15+00:00'],
    ['time', fine('1970-01-01T13:14:15.5Z'), { scale: 1 }, '13:14:15.5'],
    ['varbinary', Buffer.from([0, 255]), {}, '\\x00ff'],
    ['nvarchar', 'text', {}, 'text'],
    ['int', null, {}, null],
  ])('%s', (type, value, more, cell) => {
    expect(toCell(value, column(type, more))).toEqual(cell);
  });

  it('never invents digits that a double does not hold', () => {
    expect(toCell(123456789012345.67, column('decimal', { scale: 10 }))).toBe('123456789012346');
  });
});

describe("SQL Server's errors and rights", () => {
  const serverError = (number: number | undefined, more: Partial<ServerError> = {}): ServerError =>
    Object.assign(new Error('Invalid column name'), { number, ...more });

  it('report who caused them', () => {
    expect(faultOf(serverError(208))).toBeNull();
    expect(faultOf(serverError(1205))?.code).toBe('TARGET_LOCKED');
    expect(faultOf(serverError(undefined, { code: 'ESOCKET' }))?.code).toBe('TARGET_CONNECTION_LOST');
    expect(statementError(serverError(207))).toMatchObject({ category: 'SCHEMA_ERROR', code: '207' });
    expect(statementError(serverError(102))).toMatchObject({ category: 'SYNTAX_ERROR' });
    expect(connectError(serverError(18456))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(connectError(serverError(undefined, { code: 'ESOCKET' }))).toMatchObject({ retryable: true });
  });

  it('report rights beyond reading', () => {
    expect(
      judgeFindings([
        { kind: 'database', subject: 'CONNECT' },
        { kind: 'database', subject: 'SELECT' },
      ]),
    ).toEqual({
      superuser: false,
      canWrite: false,
      findings: [],
    });
    expect(judgeFindings([{ kind: 'server-role', subject: 'sysadmin' }])).toMatchObject({
      superuser: true,
      canWrite: true,
    });
    expect(judgeFindings([{ kind: 'database', subject: 'INSERT' }])).toMatchObject({
      superuser: false,
      canWrite: true,
    });
    expect(judgeFindings([{ kind: 'table', subject: 'dbo.orders' }]).findings).toEqual([
      'the user may write to dbo.orders',
    ]);
  });
});

describe("SQL Server's statements", () => {
  it('quote what they did not write themselves', () => {
    const relation = { schema: 'dbo', name: 't' };
    const built = valueQuery({ relation, columns: ['a'], values: ["x' or 1=1"], prefix: true, rows: 5 });
    expect(built.sql).not.toContain('1=1');
    expect(built.parameters).toEqual([JSON.stringify(["x' or 1=1"])]);
  });

  it('read the catalog of what the user may select from', () => {
    for (const sql of [RELATIONS, TABLES, COLUMNS]) expect(sql).toContain("'OBJECT', 'SELECT') = 1");
    expect(TABLES.indexOf('extended_properties')).toBeLessThan(TABLES.lastIndexOf('where'));
  });

  it.each([
    ['nvarchar', { length: 100, precision: 0, scale: 0 }, 'nvarchar(50)'],
    ['varchar', { length: -1, precision: 0, scale: 0 }, 'varchar(max)'],
    ['decimal', { length: 9, precision: 12, scale: 2 }, 'decimal(12,2)'],
    ['int', { length: 4, precision: 10, scale: 0 }, 'int'],
  ])('name %s as people declare it', (type, size, written) => {
    expect(typeWithSize(type, size)).toBe(written);
  });
});
