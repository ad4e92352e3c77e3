import { describe, expect, it } from '@jest/globals';
import type { Cell, ResultColumn } from '@assay/contracts';
import { csvOf } from './csv.js';

async function* eachOf(pages: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* pages;
}

async function csvFrom(columns: ResultColumn[], ...pages: Cell[][][]): Promise<string> {
  let text = '';
  for await (const piece of csvOf(columns, eachOf(pages))) text += piece;
  return text;
}

function csv(names: string[], ...pages: Cell[][][]): Promise<string> {
  return csvFrom(
    names.map((name) => ({ name, type: 'text' })),
    ...pages,
  );
}

describe('csvOf', () => {
  it('writes the names once, and lines that end as RFC 4180 has them', async () => {
    expect(await csv(['a', 'b'], [[1, 'x']], [[2, true]])).toBe('a,b\r\n1,x\r\n2,true\r\n');
    expect(await csv(['a'], [])).toBe('a\r\n');
  });

  it('begins with a byte order mark if that is asked for', async () => {
    const first = await csvOf([{ name: 'a', type: 'text' }], eachOf([]), true).next();
    expect(first.value).toBe('\uFEFFa\r\n');
  });

  it.each([
    ['jsonb', '{"a": "x; -y"}', '"{""a"": ""x; -y""}"'],
    ['json', '[1,\n -2]', '"[1,\n -2]"'],
    ['JSON', '"@x"', '"""@x"""'],
    ['JSON', '=1+1', "'=1+1"],
  ])('leaves what is JSON in a column of %s as it is: %j', async (type, cell, text) => {
    expect(await csvFrom([{ name: 'c', type }], [[cell]])).toBe(`c\r\n${text}\r\n`);
  });

  it.each<[Cell, string]>([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    ['', '""'],
    [{ n: 1 }, '"{""n"":1}"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t'=1"],
    ['\tx', "'\tx"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t=1+1', "x\t'=1+1"],
    ['x|@SUM(A1)', "x|'@SUM(A1)"],
    ['x; =1;-2', "x;' =1;'-2"],
    ['x\n+1', `"x\n'+1"`],
    ['  =1+1', "'  =1+1"],
    ['\u00a0=1+1', "'\u00a0=1+1"],
    ['\u3000=1+1', "'\u3000=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['x;＝1', "x;'＝1"],
    ['a;"=1"', `"a;'""=1"""`],
    ['a - b', 'a - b'],
    ['a=b; c', 'a=b; c'],
    [-0.5, '-0.5'],
    [-5, '-5'],
    ['-12.50', '-12.50'],
    [-3, '-3'],
    ['1e-9', '1e-9'],
    ['-Infinity', '-Infinity'],
    ['-infinity', '-infinity'],
    ['-$1,234.50', '"-$1,234.50"'],
    ['-1 days', '-1 days'],
    ['-1 years -2 mons +3 days -04:05:06.789', '-1 years -2 mons +3 days -04:05:06.789'],
    ['-838:59:59', '-838:59:59'],
    ['-.001', '-.001'],
    ['+03 00:00:00.000000', '+03 00:00:00.000000'],
    ['-03 -02:00:00.5', '-03 -02:00:00.5'],
    ['-5,00 €', '"-5,00 €"'],
    ['-1.234,50\u00a0€', '"-1.234,50\u00a0€"'],
    ['-₹ 1,00,000.00', '"-₹ 1,00,000.00"'],
    ['-5,00 €+1', `"'-5,00 €+1"`],
    ['-1 2', "'-1 2"],
    [{ a: 'x;=1' }, '"{""a"":""x;=1""}"'],
    ['{"a": "x; -y"}', `"{""a"": ""x;' -y""}"`],
    ['-1 days +cmd', "'-1 days +cmd"],
    ['-', "'-"],
    ['-infinity+1', "'-infinity+1"],
    // linear time
    [`${'\t '.repeat(500_000)}x`, `'${'\t '.repeat(500_000)}x`],
  ])('writes %.40j as %.40j', async (cell, text) => {
    expect(await csv(['c', 'd'], [[cell, 0]])).toBe(`c,d\r\n${text},0\r\n`);
  });
});
