import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { InstanceRow, ScratchSchema } from '@assay/behaviour';
import { describeWith, eventually, startTestMariadb, type TestMariadb } from '@assay/testing';
import mysql from 'mysql2/promise';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MysqlInstanceEngine } from './mysql-instance-engine.js';

const column = (name: string, type: string): ScratchSchema['tables'][number]['columns'][number] => ({
  name,
  type,
  notNull: name === 'id',
  allowed: null,
});
const SCHEMA: ScratchSchema = {
  dialect: 'mariadb',
  tables: [
    {
      schema: null,
      name: 'notes',
      columns: [column('id', 'int(11)'), column('mood', "enum('sad','glad')"), column('cost', 'decimal(8,2)')],
      generated: [{ name: 'doubled', type: 'decimal(9,2)', expression: '`cost` * 2' }],
      primaryKey: ['id'],
      unique: [],
    },
  ],
  views: [
    { schema: null, name: 'dear', definition: 'select `notes`.`id` AS `id` from `notes` where `notes`.`cost` > 5' },
  ],
};
const ROWS: InstanceRow[][] = [
  [
    [1, 'sad', 4.25],
    [2, 'glad', 6.5],
    [3, null, null],
  ],
];

describeWith('mariadbd', 'the engine for MariaDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-scratch-'));
  let server: TestMariadb;
  let url: string;
  let engine: MysqlInstanceEngine;
  let admin: mysql.Connection;

  beforeAll(async () => {
    server = await startTestMariadb();
    url = `mariadb://root@127.0.0.1:${server.port}`;
    admin = await mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'root' });
    await admin.query('create database assay_scratch_other');
    await admin.query('create table assay_scratch_other.secret as select 42 as id');
    engine = new MysqlInstanceEngine(url, { dialect: 'mariadb' });
    await engine.prepare(SCHEMA);
  });
  afterAll(async () => {
    await engine.close();
    await admin.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function outcomeOf(sql: string, rows = ROWS): Promise<unknown> {
    const [outcome] = await engine.ask(rows, [sql]);
    return outcome?.kind === 'rows' ? outcome.result.rows : outcome?.kind;
  }

  /** Repeats if a busy machine prevented an observation. */
  function rowsOf(sql: string, rows = ROWS): Promise<unknown> {
    return eventually(async () => {
      const outcome = await outcomeOf(sql, rows);
      return outcome !== 'unobserved' && outcome;
    });
  }

  it.each([
    [
      'select * from notes order by id',
      [
        [1, 'sad', '4.25', '8.50'],
        [2, 'glad', '6.50', '13.00'],
        [3, null, null, null],
      ],
    ],
    ['select id from dear', [[2]]],
    ['select mood, count(*) from notes group by id order by id limit 1', [['sad', '1']]],
    ['select (select id from notes)', 'error'],
    ['select nothing from notes', 'unobserved'],
    ['select sleep(20)', 'unobserved'],
    ['select count(*) from seq_1_to_1000000000 a, seq_1_to_1000000000 b', 'unobserved'],
    ['select seq from seq_1_to_5000', 'unobserved'],
    ['delete from notes', 'unobserved'],
    ['select * from assay_scratch_other.secret', 'unobserved'],
    [`select 1 into outfile '${folder}/made'`, 'unobserved'],
    ['drop table notes', 'unobserved'],
  ])('answers %s', async (sql, answer) => {
    const answered = await (answer === 'unobserved' ? outcomeOf(sql) : rowsOf(sql));
    // an interrupted sleep returns 1
    if (sql.includes('sleep')) expect([answer, [[1]], [['1']]]).toContainEqual(answered);
    else expect(answered).toEqual(answer);
    expect(await rowsOf('select count(*) from notes')).toEqual([['3']]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('keeps nothing of an instance, and leaves nothing behind', async () => {
    expect(await rowsOf('select count(*) from notes', [])).toEqual([['0']]);
    const own = new MysqlInstanceEngine(url, { dialect: 'mariadb' });
    await own.prepare(SCHEMA);
    await own.close();
    const [databases] = await admin.query("show databases like 'assay\\_scratch%'");
    expect(databases).toHaveLength(2);
    const [roles] = await admin.query("select user from mysql.user where user like 'scratch%'");
    expect(roles).toHaveLength(1);
  });

  it('makes nothing on a server that holds the tables of others, now or later', async () => {
    await admin.query('create database shop');
    await engine.prepare(SCHEMA);
    await admin.query('create table shop.orders as select 1 as id');
    const refused = { code: 'SCRATCH_SERVER_SHARED', message: expect.stringContaining('shop') };
    await expect(engine.prepare(SCHEMA)).rejects.toMatchObject(refused);
    await expect(new MysqlInstanceEngine(url, { dialect: 'mariadb' }).prepare(SCHEMA)).rejects.toMatchObject(refused);
    const [databases] = await admin.query("show databases like 'assay\\_scratch%'");
    expect(databases).toHaveLength(1);
    await admin.query('drop database shop');
    await engine.prepare(SCHEMA);
    expect(await rowsOf('select count(*) from notes')).toEqual([['3']]);
  });
});
