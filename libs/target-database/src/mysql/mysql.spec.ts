import { describe, expect, it } from '@jest/globals';
import type { FieldPacket } from 'mysql2';
import { sessionSettings } from './driver.js';
import { connectError, faultOf, isSuspicious, type ServerError } from './errors.js';
import { judgeGrants } from './privileges.js';
import { valueQuery } from './queries.js';
import { exactCell, toCell, typeName } from './values.js';

const serverError = (errno: number | undefined, more: Partial<ServerError> = {}): ServerError =>
  Object.assign(new Error('message of the server'), { errno, ...more });

const field = (columnType: number, characterSet = 45): FieldPacket => ({ columnType, characterSet }) as FieldPacket;

describe("MySQL's errors", () => {
  it.each([
    [1064, null],
    [1146, null],
    [1969, null],
    [3024, null],
    [1792, null],
    [1205, 'TARGET_LOCKED'],
    [1040, 'TARGET_OVERLOADED'],
    [1927, 'TARGET_CONNECTION_LOST'],
    [undefined, 'TARGET_CONNECTION_LOST'],
  ])('%s is the fault of %s', (errno, fault) => {
    expect(faultOf(serverError(errno))?.code ?? null).toBe(fault);
  });

  it('end the connection after an attempt to write, or a timeout', () => {
    expect([1792, 1142, 1969, 3024].every((errno) => isSuspicious(serverError(errno)))).toBe(true);
    expect([1064, 1054, 1146].some((errno) => isSuspicious(serverError(errno)))).toBe(false);
  });

  it('say why connecting failed in our own words', () => {
    expect(connectError(serverError(1045))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(connectError(serverError(undefined, { code: 'ECONNREFUSED' }))).toMatchObject({ retryable: true });
    expect(connectError(serverError(1040))).toMatchObject({ code: 'TARGET_OVERLOADED' });
    expect(connectError(serverError(1045)).message).not.toContain('message of the server');
  });
});

describe("MySQL's grants", () => {
  it('are fine when they only read', () => {
    expect(
      judgeGrants([
        'GRANT USAGE ON *.* TO `r`@`%` IDENTIFIED BY PASSWORD',
        'GRANT SELECT, SHOW VIEW ON `shop`.* TO `r`@`%`',
      ]),
    ).toEqual({ superuser: false, canWrite: false, findings: [] });
    expect(judgeGrants(['GRANT SELECT (`id`, `name`) ON `shop`.`t` TO `r`@`%`']).findings).toEqual([]);
  });

  it.each([
    ['GRANT INSERT ON `shop`.`orders` TO `w`@`%`', false, true, 'the user has INSERT on shop.orders'],
    [
      'GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION',
      true,
      true,
      'the user has ALL PRIVILEGES, GRANT OPTION on *.*',
    ],
    ['GRANT ALL PRIVILEGES ON `shop`.* TO `w`@`%`', false, true, 'the user has ALL PRIVILEGES on shop.*'],
    [
      'GRANT SELECT, INSERT, DELETE HISTORY ON `test\\_%`.* TO PUBLIC',
      false,
      true,
      'every user has INSERT, DELETE HISTORY on test\\_%.*, until mysql_secure_installation is run',
    ],
    [
      'GRANT INSERT, UPDATE, DELETE, CREATE, DROP, INDEX, ALTER ON `shop`.* TO PUBLIC',
      false,
      true,
      'every user has INSERT, UPDATE, DELETE, CREATE, DROP and 2 more on shop.*',
    ],
    ['GRANT FILE ON *.* TO `w`@`%`', false, true, 'the user has FILE on *.*'],
    ['GRANT PROCESS ON *.* TO `w`@`%`', false, false, 'the user has PROCESS on *.*'],
    ['GRANT `writers`@`%` TO `w`@`%`', false, false, 'the role `writers`@`%` is granted: its rights count too'],
  ])('%s', (grant, superuser, canWrite, finding) => {
    const privileges = judgeGrants([grant]);
    expect(privileges).toMatchObject({ superuser, canWrite });
    expect(privileges.findings).toContain(finding);
  });
});

describe("MySQL's session", () => {
  it('is read as the guard reads: modes that change quotes and escapes are taken away', () => {
    const settings = sessionSettings("ANSI_QUOTES,STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI,x'--");
    expect(settings).toContain("sql_mode='STRICT_TRANS_TABLES'");
  });

  it('writes values so that no mode can break them', () => {
    const relation = { schema: null, name: 't' };
    const { sql } = valueQuery({ relation, columns: ['c'], values: ["' or 1=1 -- "], prefix: false, rows: 5 });
    expect(sql).not.toContain('or 1=1');
    expect(sql).toContain(Buffer.from("' or 1=1 -- ").toString('hex'));
  });
});

describe("MySQL's values", () => {
  it.each([
    [1, 63, '7', 7, 'tinyint'],
    [8, 63, '18446744073709551615', '18446744073709551615', 'bigint'],
    [246, 63, '1.50', '1.50', 'decimal'],
    [5, 63, '0.1', 0.1, 'double'],
    [12, 63, '2024-02-29 13:14:15', '2024-02-29 13:14:15', 'datetime'],
    [253, 45, 'text', 'text', 'varchar'],
    [253, 63, 'ab', '\\x6162', 'varbinary'],
    [252, 45, 'long', 'long', 'text'],
    [252, 63, 'ab', '\\x6162', 'blob'],
    [245, 63, '{"a": 12345678901234567890}', { a: '12345678901234567890' }, 'json'],
    [16, 63, '\u0001', 1, 'bit'],
  ])('of type %s and character set %s', (type, charset, written, cell, name) => {
    expect(toCell(Buffer.from(written), field(type, charset))).toEqual(cell);
    expect(typeName(field(type, charset))).toBe(name);
    expect(toCell(null, field(type, charset))).toBeNull();
  });

  it('are JSON as it is written, if that is asked for', () => {
    const written = '{"a": 12.10, "b": 9007199254740993}';
    expect(toCell(Buffer.from(written), field(245, 63), true)).toBe(written);
    expect(exactCell(written, field(245, 63), true)).toBe(written);
  });
});
