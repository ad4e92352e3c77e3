import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DbType } from 'oracledb';
import { OracleSession, type OracleConnection, type OracleConstants } from './session.js';

const CONSTANTS: OracleConstants = {
  STRING: 'string' as unknown as DbType,
  BUFFER: 'buffer' as unknown as DbType,
  OUT_FORMAT_ARRAY: 4001,
  STMT_TYPE_SELECT: 1,
};
const limits = { statementTimeoutMs: 200, maxRows: 1000, maxBytes: 100_000 };
const run = { sql: 'select n from numbers', explain: true, execute: true, offset: 0, limits };

interface Delays {
  describe?: number;
  execute?: number;
  fetch?: number;
  rollback?: number;
}

/** Its calls end with their timeout, as the driver's. */
function slow(delays: Delays, rows: string[][]): OracleConnection {
  const take = async (ms = 0): Promise<void> => {
    const { callTimeout } = connection;
    await new Promise((resolve) => setTimeout(resolve, Math.min(ms, callTimeout)));
    if (ms >= callTimeout) throw Object.assign(new Error('NJS-123: call timeout'), { code: 'NJS-123' });
  };
  const resultSet = {
    metaData: [{ name: 'N', dbTypeName: 'NUMBER' }],
    getRows: () => take(delays.fetch).then(() => rows.splice(0, 1)),
    close: async () => undefined,
  };
  const connection = {
    callTimeout: 0,
    isHealthy: () => true,
    getStatementInfo: () => take(delays.describe).then(() => ({ statementType: 1 })),
    execute: async (sql: string) => {
      if (sql.startsWith('select')) await take(delays.execute);
      return { resultSet };
    },
    break: async () => undefined,
    rollback: () => take(delays.rollback),
    close: async () => undefined,
  };
  return connection as unknown as OracleConnection;
}

describe("the timeout of Oracle's statements", () => {
  const count = (rows: number): string[][] => Array.from({ length: rows }, (_, at) => [String(at)]);

  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it.each<Delays>([{ fetch: 150 }, { fetch: 1 }, { describe: 150, execute: 150 }, { execute: 190, fetch: 20 }])(
    'is that of all their calls: %j',
    async (delays) => {
      const session = new OracleSession(slow(delays, count(500)), CONSTANTS);
      const failure = session.run(run, new AbortController().signal).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(5000);
      expect(await failure).toMatchObject({ isTimeout: true, isUnended: false, statement: { code: 'NJS-123' } });
      expect(session).toMatchObject({ cut: null, healthy: false });
    },
  );

  it('leaves its own to the rollback', async () => {
    const session = new OracleSession(slow({ execute: 190, rollback: 190 }, count(2)), CONSTANTS);
    const result = session.run(run, new AbortController().signal);
    await jest.advanceTimersByTimeAsync(5000);
    expect(await result).toMatchObject({ rowCount: 2 });
    expect(session.healthy).toBe(true);
  });
});
