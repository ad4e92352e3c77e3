import { describe, expect, it } from '@jest/globals';
import type { DbType, ExecuteOptions, Result } from 'oracledb';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import { Secret } from '../connection/secret.js';
import type { DatabaseSession } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { typeWithSize } from './catalog.js';
import { attributes } from './connection.js';
import { connectError, faultOf, isSuspicious, statementError, type ServerError } from './errors.js';
import { judgeFindings, readPrivileges } from './privileges.js';
import { valueQuery } from './queries.js';
import { OracleSession, type OracleConnection, type OracleConstants } from './session.js';
import { fetchForm, toCell } from './values.js';

const CONSTANTS: OracleConstants = {
  STRING: 'string' as unknown as DbType,
  BUFFER: 'buffer' as unknown as DbType,
  OUT_FORMAT_ARRAY: 4001,
  STMT_TYPE_SELECT: 1,
};

const LIMITS = { statementTimeoutMs: 200, maxRows: 3, maxBytes: 1000 };

const never = (): AbortSignal => new AbortController().signal;

interface Fake {
  connection: OracleConnection;
  reported: string[];
}

function fake(
  rows: unknown[][],
  behave: { statementType?: number; fail?: Error; hang?: boolean; ignore?: boolean; keeps?: boolean } = {},
): Fake {
  const reported: string[] = [];
  let broken: ((error: Error) => void) | null = null;
  const resultSet = {
    metaData: [{ name: 'N', dbTypeName: 'NUMBER' }],
    getRows: async (count: number) => rows.splice(0, count),
    close: async () => void reported.push('(result closed)'),
  };
  const connection = {
    callTimeout: 0,
    isHealthy: () => true,
    getStatementInfo: async (sql: string) => {
      reported.push(`describe ${sql}`);
      return { statementType: behave.statementType ?? 1 };
    },
    execute: async (sql: string, _binds: unknown[], _options: ExecuteOptions): Promise<Result<unknown>> => {
      reported.push(sql);
      if (behave.keeps && sql.startsWith('BEGIN')) throw new Error('it does not reset');
      if (!sql.startsWith('select')) return {};
      if (behave.fail) throw behave.fail;
      if (behave.ignore) await new Promise<never>(() => undefined);
      if (behave.hang) await new Promise((_resolve, reject) => (broken = reject));
      return { resultSet } as unknown as Result<unknown>;
    },
    break: async () => {
      reported.push('(break)');
      broken?.(Object.assign(new Error('ORA-01013'), { code: 'ORA-01013', errorNum: 1013 }));
    },
    rollback: async () => void reported.push('(rollback)'),
    close: async () => void reported.push('(close)'),
  } as unknown as OracleConnection;
  return { connection, reported };
}

const run = { sql: 'select n from numbers', explain: true, execute: true, offset: 1, limits: LIMITS };

describe("Oracle's session", () => {
  it('describes a statement and runs it in a read-only transaction', async () => {
    const { connection, reported } = fake([['1'], ['2'], ['3'], ['4'], ['5']]);
    const result = await new OracleSession(connection, CONSTANTS).run(run, never());
    expect(result).toMatchObject({
      columns: [{ name: 'N', type: 'NUMBER' }],
      rows: [['2'], ['3'], ['4']],
      truncated: true,
    });
    expect(reported).toEqual([
      'SET TRANSACTION READ ONLY',
      'describe select n from numbers',
      'select n from numbers',
      '(result closed)',
      '(rollback)',
      'BEGIN DBMS_SESSION.RESET_PACKAGE; END;',
    ]);
    expect(connection.callTimeout).toBe(200);
  });

  it('is reset after a statement that failed as well, and given up where that fails', async () => {
    const fail = Object.assign(new Error('ORA-00904: invalid identifier'), { code: 'ORA-00904', errorNum: 904 });
    const { connection, reported } = fake([], { fail });
    const session = new OracleSession(connection, CONSTANTS);
    await expect(session.run(run, never())).rejects.toBeInstanceOf(StatementFailedError);
    expect(reported.at(-1)).toContain('RESET_PACKAGE');
    const stuck = new OracleSession(fake([['1']], { keeps: true }).connection, CONSTANTS);
    await stuck.run(run, never());
    await expect(stuck.run(run, never())).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
    expect(stuck.healthy).toBe(false);
  });

  it('runs nothing that the server does not take for a query', async () => {
    const { connection, reported } = fake([], { statementType: 4 });
    const session = new OracleSession(connection, CONSTANTS);
    await expect(session.run(run, never())).rejects.toMatchObject({ statement: { category: 'VALIDATION_FAILED' } });
    expect(reported).not.toContain(run.sql);
    expect(session.healthy).toBe(false);
  });

  it('counts a call that ran out of time against the statement, and is not used again', async () => {
    const fail = Object.assign(new Error('NJS-123: call timeout'), { code: 'NJS-123' });
    const session = new OracleSession(fake([], { fail }).connection, CONSTANTS);
    const failure = await session.run(run, never()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StatementFailedError);
    expect(session.healthy).toBe(false);
  });

  it('gives up a statement that the server does not end', async () => {
    const { connection, reported } = fake([], { ignore: true });
    const session = new OracleSession(connection, CONSTANTS);
    await expect(session.run(run, never())).rejects.toMatchObject({ statement: { code: 'TARGET_NO_ANSWER' } });
    expect(session).toMatchObject({ healthy: false, cut: { overdue: true } });
    expect(reported.slice(-2)).toEqual(['(break)', '(close)']);
  });

  it('breaks a statement off when it is cancelled', async () => {
    const { connection, reported } = fake([], { hang: true });
    const controller = new AbortController();
    const work = new OracleSession(connection, CONSTANTS).run(run, controller.signal);
    setTimeout(() => controller.abort(new Error('cancelled')), 10);
    await expect(work).rejects.toThrow('cancelled');
    expect(reported).toContain('(break)');
  });
});

describe("Oracle's connection", () => {
  const target = (tls: TlsMode, database = 'shop.example.com'): ResolvedServer => ({
    kind: 'server',
    dialect: 'oracle',
    host: 'db.example.com',
    port: 1521,
    user: 'u',
    password: new Secret('p'),
    database,
    tls,
    addresses: ['10.0.0.1'],
  });

  it('names the checked address and nothing that could be read elsewhere', () => {
    expect(attributes(target('prefer'), '10.0.0.1', 5000).connectString).toBe(
      '(DESCRIPTION=(CONNECT_TIMEOUT=5)(ADDRESS=(PROTOCOL=TCP)(HOST=10.0.0.1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=shop.example.com)))',
    );
    expect(attributes(target('verify-full'), '10.0.0.1', 5000).connectString).toContain('PROTOCOL=TCPS');
    expect(attributes(target('verify-full'), '10.0.0.1', 5000).connectString).toContain('SSL_SERVER_DN_MATCH=ON');
  });

  it('refuses a service name that would add to its descriptor', () => {
    expect(() => attributes(target('prefer', 'x)(HOST=evil'), '10.0.0.1', 5000)).toThrow(/characters/);
  });
});

describe("Oracle's values", () => {
  it('are fetched as the server writes them where JavaScript would lose something', () => {
    for (const dbTypeName of ['NUMBER', 'DATE', 'TIMESTAMP WITH TIME ZONE', 'CLOB']) {
      expect(fetchForm({ dbTypeName }, CONSTANTS)).toEqual({ type: 'string' });
    }
    expect(fetchForm({ dbTypeName: 'BLOB' }, CONSTANTS)).toEqual({ type: 'buffer' });
    expect(fetchForm({ dbTypeName: 'VARCHAR2' }, CONSTANTS)).toBeUndefined();
  });

  it('become cells', () => {
    expect([null, '1', 1.5, NaN, true, Buffer.from([255]), { a: [1n] }].map(toCell)).toEqual([
      null,
      '1',
      1.5,
      'NaN',
      true,
      '\\xff',
      { a: ['1'] },
    ]);
  });
});

describe("Oracle's errors and rights", () => {
  const oraError = (errorNum: number, more: Partial<ServerError> = {}): ServerError => {
    const code = `ORA-${String(errorNum).padStart(5, '0')}`;
    return Object.assign(new Error(`${code}: message\nHelp: https://docs`), { code, errorNum, ...more });
  };

  it('report who caused them, and the position', () => {
    expect(faultOf(oraError(942))).toBeNull();
    expect(faultOf(oraError(3113))?.code).toBe('TARGET_CONNECTION_LOST');
    expect(faultOf(oraError(4031))?.code).toBe('TARGET_OVERLOADED');
    expect(isSuspicious(oraError(1456))).toBe(true);
    expect(statementError(oraError(904, { offset: 7 }), 1)).toMatchObject({
      category: 'SCHEMA_ERROR',
      position: 8,
      message: 'ORA-00904: message',
    });
    expect(connectError(oraError(1017))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(connectError(Object.assign(new Error('x'), { code: 'NJS-503' }))).toMatchObject({ retryable: true });
  });

  it('report rights beyond reading', () => {
    expect(judgeFindings([{ kind: 'right', subject: 'CREATE SESSION' }])).toEqual({
      superuser: false,
      canWrite: false,
      findings: [],
    });
    expect(judgeFindings([{ kind: 'role', subject: 'DBA' }])).toMatchObject({ superuser: true, canWrite: true });
    expect(judgeFindings([{ kind: 'right', subject: 'CREATE TABLE' }])).toMatchObject({
      superuser: false,
      canWrite: true,
    });
  });

  it('report formats of the database that statements do not run with', async () => {
    const formats = [
      ['NLS_DATE_FORMAT', 'DD-MON-RR'],
      ['NLS_TIMESTAMP_FORMAT', 'DD-MON-RR HH.MI'],
      ['NLS_NUMERIC_CHARACTERS', '.,'],
    ];
    const read = async ({ sql }: { sql: string }) => (sql.includes('nls_') ? formats : [['right', 'CREATE SESSION']]);
    const { findings } = await readPrivileges({ read } as unknown as DatabaseSession, never());
    expect(findings).toEqual([
      "statements run with other formats than the database's: NLS_DATE_FORMAT YYYY-MM-DD HH24:MI:SS, not DD-MON-RR; " +
        'NLS_TIMESTAMP_FORMAT YYYY-MM-DD HH24:MI:SS.FF, not DD-MON-RR HH.MI',
    ]);
  });
});

describe("Oracle's statements", () => {
  it('quote and bind what they did not write themselves', () => {
    const relation = { schema: 'SHOP', name: 'T' };
    const built = valueQuery({ relation, columns: ['A', 'B'], values: ["x' or 1=1"], prefix: false, rows: 5 });
    expect(built.sql).not.toContain('1=1');
    expect(built.parameters).toEqual(["x' or 1=1", "x' or 1=1"]);
  });

  it.each([
    ['VARCHAR2', { length: 50, precision: null, scale: null }, 'VARCHAR2(50)'],
    ['NUMBER', { length: 0, precision: 12, scale: 2 }, 'NUMBER(12,2)'],
    ['NUMBER', { length: 0, precision: 9, scale: 0 }, 'NUMBER(9)'],
    ['NUMBER', { length: 0, precision: null, scale: null }, 'NUMBER'],
    ['DATE', { length: 0, precision: null, scale: null }, 'DATE'],
  ])('name %s as people declare it', (type, size, written) => {
    expect(typeWithSize(type, size)).toBe(written);
  });
});
