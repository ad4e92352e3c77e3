import { afterEach, describe, expect, it } from '@jest/globals';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';
import { FilesUnderTest } from '../testing/files-database.js';

describe('odd files', () => {
  let files: FilesUnderTest;
  afterEach(() => files.close());

  const open = async (contents: Record<string, Buffer | string>): Promise<void> => {
    files = await FilesUnderTest.open(contents);
  };

  it('keep every row of CSV whose lines end in different ways', async () => {
    await open({
      'a.csv': 'id,v\r\n1,a\n2,b\r3,c\r\n4,d\n',
      'b b.csv': 'id,v\r\n1,"x\ny"\r\n2,b\r3,c\r\n',
    });
    const rows = [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ];
    expect(await files.rows('select id, v from a order by id')).toEqual(rows);
    expect(await files.rows('select id, v from b_b order by id')).toEqual([[1, 'x\ny'], ...rows.slice(1, 3)]);
  });

  it('keep what is behind a # in CSV and sheets', async () => {
    await open({ 'a.csv': 'id,v\n1,2 #x\n2,3\n#3,4\n5,#6\n' });
    expect(await files.rows('from a')).toEqual([
      ['1', '2 #x'],
      ['2', '3'],
      ['#3', '4'],
      ['5', '#6'],
    ]);
  });

  it('keep numbers at the ends of the widest types and beyond', async () => {
    const least = '-170141183460469231731687303715884105728';
    const beyond = '9'.repeat(42);
    await open({
      'whole.csv': `n,m\n9223372036854775808,1\n${least},2\n`,
      'beyond one.csv': `n\n1\n${least}\n${beyond}\n`,
      'beyond.jsonl': '{"v":1e400}\n{"v":0.5}\n',
      'fractions.csv': 'n,m\n0.5,0.5\n1e400,-inf\n',
    });
    expect(await files.rows('select n from whole')).toEqual([['9223372036854775808'], [least]]);
    expect(await files.rows('select n from beyond_one')).toEqual([['1'], [least], [beyond]]);
    expect(await files.rows('select v from beyond')).toEqual([['1e400'], ['0.5']]);
    expect(await files.rows('select n from fractions')).toEqual([['0.5'], ['1e400']]);
    expect(await files.tables()).toMatchObject({
      fractions: ['n VARCHAR', 'm DOUBLE'],
      whole: ['n HUGEINT', 'm BIGINT'],
    });
  });

  it('keep rows of sheets that hold nothing but errors', async () => {
    const errors = (count: number): string => `<row>${'<c t="e"><v>#DIV/0!</v></c>'.repeat(count)}</row>`;
    const sheets = {
      One: textRow('v') + textRow('a') + errors(1) + textRow('b'),
      Two: textRow('v', 'w') + textRow('a', 'b') + errors(2) + textRow('c', 'd'),
    };
    await open({ 'a.xlsx': zipBytes(workbookParts(sheets)) });
    expect(await files.rows('from "a_One"')).toEqual([['a'], [null], ['b']]);
    expect(await files.rows('select v from "a_Two"')).toEqual([['a'], [null], ['c']]);
  });

  it('keep values with keys that differ only in case as JSON', async () => {
    await open({
      'a.json': '[{"d":"2024-01-01","b":{"x":1,"X":12345678901234567890123}},{"d":"2024-01-02","b":{"x":3}}]',
      'b.jsonl': '{"id":1,"b":[{"k":1}]}\n{"id":2,"b":[{"K":2}]}\n{"id":3}\n',
    });
    expect(await files.tables()).toEqual({ a: ['d DATE', 'b JSON'], b: ['id BIGINT', 'b JSON'] });
    expect(await files.rows('from a')).toEqual([
      ['2024-01-01', '{"x":1,"X":12345678901234567890123}'],
      ['2024-01-02', '{"x":3}'],
    ]);
    expect(await files.rows('from b')).toEqual([
      [1, '[{"k":1}]'],
      [2, '[{"K":2}]'],
      [3, null],
    ]);
    expect(await files.findings()).toEqual([]);
  });

  it('name keys that differ only in case, and keep their digits', async () => {
    await open({ 'a.jsonl': '{"n":1,"N":12345678901234567890123}\n{"n":2,"N":5}\n' });
    expect(await files.rows('select n, "N_1" from a')).toEqual([
      [1, '12345678901234567890123'],
      [2, 5],
    ]);
    expect(await files.findings()).toEqual([
      'several columns of the file a.jsonl are called N: a number follows the name of all but the first',
    ]);
  });

  it('do not say of prose with one time that it would lose digits', async () => {
    const time = '2024-01-01T10:00:00.123456789Z';
    await open({
      'a.jsonl': `{"id":1,"t":"hello"}\n{"id":2,"t":"${time}"}\n`,
      'b.csv': `id,t\n1,hello\n2,${time}\n`,
    });
    for (const table of ['a', 'b'])
      expect(await files.rows(`from ${table}`)).toEqual([
        [1, 'hello'],
        [2, time],
      ]);
    expect(await files.findings()).toEqual([]);
  });
});
