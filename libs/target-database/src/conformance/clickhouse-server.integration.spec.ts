import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { describeUnless, startTestChdb, type TestChdb } from '@assay/testing';
import { ClickHouseLink } from '../clickhouse/connection.js';
import { clickhouseDriver } from '../clickhouse/driver.js';
import { ServerError } from '../clickhouse/errors.js';
import { Profile, SETTINGS } from '../clickhouse/profile.js';
import { readRows } from '../clickhouse/response.js';
import type { ResolvedServer } from '../connection/connection-target.js';
import { as, GIVEN_DIALECT, givenUrl, PASSWORD, resolved } from './given-server.js';

const LIMITS = { connectMs: 10_000, signal: new AbortController().signal };
const WHOLE = { maxRows: 2_000_000, maxBytes: 64_000_000 };
const ROWS = 1_000_000;
const USER = 'quota_of_assay';
const QUERIES = 20;

const url = givenUrl('clickhouse');
const isThere =
  url !== null || (Boolean(process.env['ASSAY_CHDB']) && (GIVEN_DIALECT ?? 'clickhouse') === 'clickhouse');
const hasUsers = url !== null && process.env['ASSAY_CONFORMANCE_ROLES'] !== 'none';
const isEncrypted = /\?.*(?:ssl|tls).*=(?:require|verify)/.test(url ?? '');

/** A limit, the mode that returns a part of the rows at it, and a statement that exceeds it. */
const MODES: [limit: string, mode: string, part: string, sql: string][] = [
  ['max_result_rows', 'result_overflow_mode', 'break', `select number from numbers(${ROWS})`],
  ['max_rows_to_read', 'read_overflow_mode', 'break', `select number from numbers(${ROWS})`],
  ['max_rows_to_sort', 'sort_overflow_mode', 'break', `select number from numbers(${ROWS}) order by number % 7`],
  ['max_rows_to_group_by', 'group_by_overflow_mode', 'any', `select number from numbers(${ROWS}) group by number`],
  ['max_rows_in_distinct', 'distinct_overflow_mode', 'break', `select distinct number from numbers(${ROWS})`],
  [
    'max_rows_in_set',
    'set_overflow_mode',
    'break',
    `select number from numbers(${ROWS}) where number in (select number from numbers(${ROWS}))`,
  ],
  [
    'max_rows_in_join',
    'join_overflow_mode',
    'break',
    `select number from numbers(${ROWS}) as a join numbers(${ROWS}) as b on a.number = b.number`,
  ],
];

let chdb: TestChdb | null = null;
let target: ResolvedServer;
let link: ClickHouseLink;
const ask = (sql: string, settings: Record<string, string> = {}) =>
  link.ask({ sql, parameters: [], settings, queryId: '', signal: LIMITS.signal });
const open = (of: ResolvedServer) => clickhouseDriver().open({ target: of, address: of.addresses[0] }, LIMITS);
const administer = async (sql: string): Promise<string> => text(await ask(sql));

beforeAll(async () => {
  chdb = url === null ? await startTestChdb() : null;
  target = await resolved('clickhouse', chdb?.url('default') ?? url ?? '');
  link = await ClickHouseLink.to(target, target.addresses[0]);
});
afterAll(async () => {
  link.close();
  await chdb?.stop();
});

describeUnless(!isThere && 'npm run conformance -- clickhouse', "ClickHouse's overflow modes", () => {
  it.each(MODES)('of %s: a part of the rows does not pass for all of them', async (limit, mode, part, sql) => {
    const loose = { [limit]: '10', [mode]: part };
    const { rows: settings } = await readRows(await ask(SETTINGS, loose), WHOLE, 0);
    const { rows } = await readRows(await ask(sql, loose), WHOLE, 0);
    expect(rows.length).toBeLessThan(ROWS);
    const tight = { ...loose, ...new Profile(settings).settings(60_000) };
    const answer = ask(sql, tight).then((body) => readRows(body, WHOLE, 0));
    await expect(answer).rejects.toBeInstanceOf(ServerError);
  });
});

describeUnless(!hasUsers && 'the server manages no users', "ClickHouse's quotas", () => {
  const drop = async (): Promise<void> => {
    await administer(`drop user if exists ${USER}`);
    await administer(`drop quota if exists ${USER}`);
  };

  it('are the fault of the server, not of the statement', async () => {
    await drop();
    try {
      await administer(`create user ${USER} identified by '${PASSWORD}'`);
      await administer(`create quota ${USER} for interval 1 hour max queries = ${QUERIES} to ${USER}`);
      const session = await open(as(target, USER) as ResolvedServer);
      const read = { sql: 'select 1', parameters: [], timeoutMs: 10_000, maxRows: 1, maxBytes: 99 };
      const all = async (): Promise<void> => {
        for (let done = 0; done <= QUERIES; done += 1) await session.read(read, LIMITS.signal);
      };
      await expect(all()).rejects.toMatchObject({ code: 'TARGET_OVERLOADED' });
      session.destroy();
    } finally {
      await drop();
    }
  });
});

describeUnless(!isEncrypted && 'the url has no sslmode=require', "ClickHouse's TLS", () => {
  it('is all that the port takes', async () => {
    await expect(open({ ...target, tls: 'disable' })).rejects.toThrow();
  });

  it('is verified by the name of the host', async () => {
    await expect(open({ ...target, tls: 'verify-full', host: 'no-such-name.invalid' })).rejects.toThrow();
    const session = await open(target);
    expect(session.healthy).toBe(true);
    session.destroy();
  });
});
