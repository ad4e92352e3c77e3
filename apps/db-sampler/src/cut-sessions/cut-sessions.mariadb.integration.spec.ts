import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { describeWith, eventually, startTestMariadb, type TestMariadb } from '@assay/testing';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { CutSessionBench, examine, LIMITS, rows } from './testing/cut-session-bench.js';

const ATTACK = 'SELECT locate(needle, haystack) AS n FROM texts LIMIT 1';
/** Enough to read the texts; the rest ignores interrupts. */
const ENOUGH = { ...LIMITS, statementTimeoutMs: 3000 };
const UNENDED = { outcome: 'failed', error: { code: 'TARGET_NO_ANSWER' } };

describeWith('mariadbd', 'a statement that neither a timeout nor KILL ends, on MariaDB', () => {
  let target: TestMariadb;
  let admin: mysql.Connection;
  let bench: CutSessionBench;

  beforeAll(async () => {
    target = await startTestMariadb(['--max-allowed-packet=64M']);
    admin = await mysql.createConnection({ host: '127.0.0.1', port: target.port, user: 'root' });
    for (const statement of [
      'create database shop',
      'use shop',
      "create table texts as select repeat('a', 4000000) as haystack, concat(repeat('a', 1000000), 'b') as needle",
      "create user reader identified by 'reads'",
      'grant select on shop.* to reader',
    ]) {
      await admin.query(statement);
    }
    const url = `mariadb://reader:reads@127.0.0.1:${target.port}/shop`;
    bench = await CutSessionBench.start({ dialect: 'mariadb', url });
  });

  afterAll(async () => {
    await bench?.stop();
    await admin?.end();
    await target?.stop();
  });

  it('runs once in a question, and counts while the server lists it', async () => {
    const one = bench.process({ asker: 1, workspace: 4 });
    const two = bench.process({ asker: 1, workspace: 4 });
    const question = await bench.question(newId());
    expect(await one.ask(question, examine(ATTACK, ENOUGH))).toMatchObject(UNENDED);
    expect(await two.ask(question, examine(ATTACK.toLowerCase(), ENOUGH))).toMatchObject(UNENDED);
    expect(await two.ask(question, rows(ATTACK), { ofTask: false })).toMatchObject({ error: UNENDED.error });
    // checked more than once
    const [before] = (await bench.run('select checked_at from assay.cut_sessions')) as { checked_at: Date }[];
    await eventually(async () => {
      const [row] = (await bench.run('select checked_at from assay.cut_sessions')) as { checked_at: Date }[];
      return (row?.checked_at.getTime() ?? 0) > (before?.checked_at.getTime() ?? 0) + 500;
    });
    const [listed] = await admin.query<RowDataPacket[]>(
      "select id from information_schema.processlist where user = 'reader' and info like '%locate%'",
    );
    expect(listed).toHaveLength(1);
    expect(await bench.open()).toBe(1);
    await expect(two.ask(question, examine('select 1'))).rejects.toMatchObject({ code: 'TARGET_BUSY' });
  });
});
