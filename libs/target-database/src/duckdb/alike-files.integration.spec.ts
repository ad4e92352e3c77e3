import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesDatabase, evictFiles } from './files-database.js';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';

describe('files of one shape', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await realpath(await mkdtemp(join(tmpdir(), 'assay-alike-'))), 'exports');
    await mkdir(folder);
  });
  afterEach(async () => {
    await evictFiles(folder);
    await rm(dirname(folder), { recursive: true });
  });

  const write = async (files: Record<string, Buffer | string>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  /** Rows as text, by table, and the findings. */
  const load = async (): Promise<{ tables: Record<string, string[]>; findings: string[] }> => {
    const { path, findings } = await filesDatabase({ path: folder, files: null, mayBeEmpty: false });
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const rows = async (sql: string): Promise<string[][]> =>
      (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(String));
    const tables: Record<string, string[]> = {};
    for (const [table = ''] of await rows('select table_name from duckdb_tables() order by 1')) {
      const types = await rows(`select column_name || ' ' || column_type from (describe "${table}")`);
      const found = await rows(`select * from "${table}" order by all`);
      tables[table] = [types.join(', '), ...found.map((row) => row.join('|'))];
    }
    connection.closeSync();
    instance.closeSync();
    return { tables, findings };
  };

  it('are one table if their names differ in digits', async () => {
    await write({
      'orders 2024-01.csv': 'id,total\n1,10\n',
      'orders 2024-02.csv': 'ID,total\n2,2.5\n',
      'orders 2024-03.csv': 'total,id\n,3\n',
      'orders 2024-04.csv': 'id,total\n',
      'customers.csv': 'id,name\n1,Ada\n',
    });
    const { tables, findings } = await load();
    expect(tables).toEqual({
      customers: ['id BIGINT, name VARCHAR', '1|Ada'],
      orders: [
        'id BIGINT, total DOUBLE, file VARCHAR',
        '1|10|orders 2024-01.csv',
        '2|2.5|orders 2024-02.csv',
        '3|null|orders 2024-03.csv',
      ],
    });
    expect(findings).toEqual([
      'the first line of the file orders 2024-04.csv is read as column names',
      '4 files of one shape (orders 2024-01.csv, orders 2024-02.csv, orders 2024-03.csv, orders 2024-04.csv) are the table orders: file says where a row is from',
    ]);
  });

  it('stay tables of their own if there are two, or a column or a type differs', async () => {
    await write({
      'a1.csv': 'id,v\n1,1\n',
      'a2.csv': 'id,v\n1,1\n',
      'b1.csv': 'id,v\n1,2024-01-01\n',
      'b2.csv': 'id,v\n1,true\n',
      'b3.csv': 'id,v\n1,true\n',
      'c1.csv': 'id,v\n1,1\n',
      'c2.csv': 'id,w\n1,1\n',
      'c3.csv': 'id,v\n1,1\n',
    });
    const { tables, findings } = await load();
    expect(Object.keys(tables)).toEqual(['a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
    expect(findings).toEqual([
      '3 files with similar names (b1.csv, b2.csv, b3.csv) stay separate tables: the column v differs',
      '3 files with similar names (c1.csv, c2.csv, c3.csv) stay separate tables: only some have v, w',
    ]);
  });

  it('are one table if some lack columns, and if they are workbooks', async () => {
    const book = (sheets: Record<string, string>): Buffer => zipBytes(workbookParts(sheets));
    const sheet = (...names: string[]): string => textRow(...names) + textRow(...names.map((name) => `${name} 1`));
    await write({
      'p1.csv': 'id,v\n1,1\n',
      'p2.csv': 'W,id,v\nx,2,2\n',
      'p3.csv': 'id,v\n3,3\n',
      'book1.xlsx': book({ Jan: sheet('name', 'town') }),
      'book2.xlsx': book({ Feb: sheet('name', 'town') }),
      'book3.xlsx': book({ Mar: sheet('name') }),
      'two1.xlsx': book({ In: sheet('i', 'j'), Out: sheet('o', 'p') }),
      'two2.xlsx': book({ In: sheet('i', 'j'), Out: sheet('o', 'p') }),
      'two3.xlsx': book({ In: sheet('i', 'j'), Out: sheet('o', 'p') }),
    });
    const { tables, findings } = await load();
    expect(tables.p).toEqual([
      'W VARCHAR, id BIGINT, v BIGINT, file VARCHAR',
      'x|2|2|p2.csv',
      'null|1|1|p1.csv',
      'null|3|3|p3.csv',
    ]);
    expect(tables.book?.slice(1)).toEqual([
      'name 1|town 1|book1.xlsx',
      'name 1|town 1|book2.xlsx',
      'name 1|null|book3.xlsx',
    ]);
    expect(Object.keys(tables)).toEqual(['book', 'p', 'two_In', 'two_Out']);
    expect(findings.filter((finding) => finding.includes('not all'))).toEqual([
      expect.stringContaining(
        'book: file says where a row is from; not all of them have town, which is NULL in their rows',
      ),
      expect.stringContaining('p: file says where a row is from; not all of them have W, which is NULL in their rows'),
    ]);
  });

  it('are one table by the names of their columns if they share half of them', async () => {
    await write({ 'm1.csv': 'a,b,c\n1,2,3\n', 'm2.csv': 'D,b,a\n4,2,1\n', 'm3.csv': 'a,b,d\n5,6,7\n' });
    const { tables, findings } = await load();
    expect(tables).toEqual({
      m: [
        'a BIGINT, b BIGINT, c BIGINT, D BIGINT, file VARCHAR',
        '1|2|3|null|m1.csv',
        '1|2|null|4|m2.csv',
        '5|6|null|7|m3.csv',
      ],
    });
    expect(findings).toEqual([
      '3 files of one shape (m1.csv, m2.csv, m3.csv) are the table m: file says where a row is from; not all of them have c, D, which are NULL in their rows',
    ]);
  });

  it('keep their digits: numbers beside texts, and whole numbers that a double does not hold', async () => {
    await write({
      'zip1.csv': 'zip,big\n01234,9007199254740993\n',
      'zip2.csv': 'zip,big\n99999,1.5\n',
      'zip3.csv': 'zip,big\n10115,2\n',
      'code1.csv': 'code\n007\n',
      'code2.csv': 'code\n12\n',
      'code3.csv': 'code\n13\n',
    });
    const { tables } = await load();
    expect(tables.code?.[0]).toBe('code VARCHAR, file VARCHAR');
    expect(tables.code?.slice(1)).toEqual(['007|code1.csv', '12|code2.csv', '13|code3.csv']);
    expect(Object.keys(tables)).toEqual(['code', 'zip1', 'zip2', 'zip3']);
  });

  it('are one table below folders of partitions, with their values as columns', async () => {
    await write({
      'sales/year=2024/month=01/a.csv': 'id\n1\n',
      'sales/year=2024/month=02/a.csv': 'id\n2\n',
      'sales/year=2025/month=01/part=x.csv': 'id\n3\n',
      'sales/notes/read.csv': 'id\n9\n',
      'sales/direct.csv': 'id\n9\n',
      'day=2024-02-29/city=New%20York/x.csv': 'id,city\n4,Berlin\n',
      'day=__HIVE_DEFAULT_PARTITION__/city=Rome/y.csv': 'id,city\n5,Paris\n',
      'q=1.csv': 'id\n8\n',
    });
    await symlink(join(folder, 'sales'), join(folder, 'link=1'));
    const { tables } = await load();
    expect(tables).toEqual({
      exports: ['id BIGINT, city VARCHAR, day DATE', '4|Berlin|2024-02-29', '5|Paris|null'],
      q_1: ['id BIGINT', '8'],
      sales: ['id BIGINT, year BIGINT, month VARCHAR', '1|2024|01', '2|2024|02', '3|2025|01'],
    });
  });

  it('may be more than the arguments of a process hold', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const one = join(dirname(folder), 'one.parquet');
    await connection.run(`copy (select 1 as id) to '${one}' (format parquet)`);
    instance.closeSync();
    for (let index = 0; index < 250; index += 1) {
      await copyFile(one, join(folder, `${'long'.repeat(50)}-${index}.parquet`));
    }
    const { tables } = await load();
    expect(Object.values(tables).map((rows) => rows.length)).toEqual([251]);
  });
});
