import { afterEach, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { FilesUnderTest } from '../testing/files-database.js';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';

const opened: FilesUnderTest[] = [];

async function open(files: Readonly<Record<string, Buffer | string>>): Promise<FilesUnderTest> {
  const under = await FilesUnderTest.open(files);
  opened.push(under);
  return under;
}

const numberRow = (name: string, ...numbers: number[]): string =>
  `<row><c t="str"><v>${name}</v></c>${numbers.map((number) => `<c><v>${number}</v></c>`).join('')}</row>`;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((under) => under.close()));
});

describe('headers', () => {
  it('of years are names, in texts and sheets', async () => {
    const sheet = numberRow('country', 2022, 2023) + numberRow('IT', 1, 2) + numberRow('DE', 4, 5);
    const files = await open({
      'years.csv': 'country,2022,2023\nIT,1,2\nDE,4,5\n',
      'bare.csv': '2022,2023\n1,2\n4,5\n',
      'sheet.xlsx': zipBytes(workbookParts({ Sheet1: sheet })),
      'data.csv': 'IT,2022\nDE,2023\n',
      'stock.csv': 'widgets,2000\nbolts,1500\n',
    });
    expect(await files.tables()).toEqual({
      bare: ['2022 BIGINT', '2023 BIGINT'],
      data: ['column0 VARCHAR', 'column1 BIGINT'],
      sheet: ['country VARCHAR', '2022 BIGINT', '2023 BIGINT'],
      stock: ['widgets VARCHAR', '2000 BIGINT'],
      years: ['country VARCHAR', '2022 BIGINT', '2023 BIGINT'],
    });
    expect(await files.rows('select sum("2022") from years')).toEqual([[5]]);
    expect((await files.findings()).sort()).toEqual([
      'the file data.csv does not name all its columns: the names column0, column1 are generated',
      'the first line of the file bare.csv is read as column names',
      'the first line of the file sheet.xlsx is read as column names',
      'the first line of the file stock.csv is read as column names',
      'the first line of the file years.csv is read as column names',
    ]);
  });

  it('of a sheet with one column stay, whatever is beside it', async () => {
    const rows = textRow('item') + textRow('a') + textRow('b', 'a remark') + textRow('c') + textRow('d', 'another');
    const files = await open({ 'column.xlsx': zipBytes(workbookParts({ S: rows })) });
    expect(await files.rows("select count(*) from \"column\" where item in ('a', 'b', 'c', 'd')")).toEqual([[4]]);
  });

  it('with gaps or repeated names are reported', async () => {
    const files = await open({
      'blank.csv': ',x,,y\n1,2,3,4\n5,6,7,8\n',
      'dup.csv': 'id,name,name,Name\n1,a,b,c\n2,d,e,f\n',
      'own.csv': 'column1,n\na,1\n',
    });
    expect((await files.findings()).sort()).toEqual([
      'several columns of the file dup.csv are called name, Name: a number follows the name of all but the first',
      'the file blank.csv does not name all its columns: the names column0, column2 are generated',
    ]);
  });

  it('of sheets are found below titles, and joined over two rows', async () => {
    const title =
      textRow('Sales report 2024') + textRow('item', 'note', 'qty') + '<row r="5"><c t="str"><v>a</v></c></row>';
    const group = (...cells: (string | null)[]): string =>
      `<row>${cells.map((cell, at) => (cell === null ? '' : `<c r="${'ABCDE'[at]}1" t="str"><v>${cell}</v></c>`)).join('')}</row>`;
    const merged =
      group('region', 'Q1', null, 'Q2', null) +
      group(null, 'plan', 'real', 'plan', 'real') +
      numberRow('n', 1, 2, 3, 4) +
      numberRow('s', 5, 6, 7, 8);
    const files = await open({
      'title.xlsx': zipBytes(workbookParts({ S: title + numberRow('b', 5, 6) })),
      'merged.xlsx': zipBytes(workbookParts({ S: merged })),
    });
    expect(await files.tables()).toEqual({
      merged: ['region VARCHAR', ...['Q1 plan', 'Q1 real', 'Q2 plan', 'Q2 real'].map((name) => `${name} BIGINT`)],
      title: ['item VARCHAR', 'note BIGINT', 'qty BIGINT'],
    });
    expect(await files.rows('select item, qty from title order by item')).toEqual([
      ['a', null],
      ['b', 6],
    ]);
    expect((await files.findings()).sort()).toEqual([
      '1 line at the start of the file title.xlsx does not fit the others and is left out',
      'the first 2 rows of the file merged.xlsx are read as column names together',
    ]);
  });
});

it('words for missing values become NULL among numbers, dates and booleans, and are reported among texts', async () => {
  const files = await open({
    'm.csv':
      'id,a,b,c,d,day,flag,code\n1,5,NULL,N/A,-,2024-01-01,NA,NA\n2,NaN,7,8.5,9,null,true,DE\n3,6,NULL,#N/A,-,,false,IT\n',
  });
  expect((await files.tables())['m']).toEqual([
    'id BIGINT',
    'a BIGINT',
    'b BIGINT',
    'c DOUBLE',
    'd BIGINT',
    'day DATE',
    'flag BOOLEAN',
    'code VARCHAR',
  ]);
  expect(await files.rows('select id from m where b is null order by id')).toEqual([[1], [3]]);
  expect(await files.rows('select sum(a), sum(b), sum(c), count(day), count(flag), count(code) from m')).toEqual([
    [11, 7, 8.5, 1, 2, 3],
  ]);
  expect(await files.findings()).toEqual([
    'words such as NULL, N/A or - in a, b, c, d, day and 1 more column of the file m.csv are read as missing values',
    'words such as NULL, N/A or - in code of the file m.csv are kept as texts: they may be missing values',
  ]);
});

describe('JSON', () => {
  it('keeps the digits of whole numbers, and reports rounded fractions', async () => {
    const files = await open({
      'big.jsonl':
        '{"n":12345678901234567890123,"mixed":9007199254740993,"o":{"x":12345678901234567890123},"p":0.12345678901234567891}\n' +
        '{"n":1,"mixed":1.5,"o":{"x":1},"p":2}\n',
      'list.json': '[{"n":-12345678901234567890123},{"n":7}]',
      'longest.json': `[{"n":${'7'.repeat(51)}},{"n":1}]`,
    });
    expect(await files.rows('select n from longest order by n')).toEqual([['1'], ['7'.repeat(51)]]);
    expect(await files.rows('select n::varchar, mixed, o::varchar from big order by p')).toEqual([
      ['12345678901234567890123', '9007199254740993', '{"x":12345678901234567890123}'],
      ['1', '1.5', '{"x":1}'],
    ]);
    expect(await files.rows('select sum(n)::varchar from list')).toEqual([['-12345678901234567890116']]);
    const asTexts = 'are left as texts: as numbers or times, they would lose zeros, digits or their form';
    expect(await files.findings()).toEqual([
      'numbers in p of the file big.jsonl have more digits than a number keeps, and are rounded',
      `values in mixed of the file big.jsonl ${asTexts}`,
      `values in n of the file longest.json ${asTexts}`,
    ]);
  });

  it('keeps dates of any form beside long numbers, row by row', async () => {
    const lines = Array.from({ length: 50_000 }, (_, id) => `{"id":${id},"day":"13-02-2024","n":${id}}\n`).join('');
    const files = await open({
      'dates.json': '[{"day":"13-02-2024","n":12345678901234567890123},{"day":"14-02-2024","n":1}]',
      'rows.jsonl': `${lines}{"id":50000,"day":"14-02-2024","n":12345678901234567890123}\n`,
    });
    expect(await files.rows('select day::varchar, n::varchar from dates order by day')).toEqual([
      ['2024-02-13', '12345678901234567890123'],
      ['2024-02-14', '1'],
    ]);
    expect(await files.rows('select count(*) from rows where id <> n')).toEqual([[1]]);
  });

  it('is read where long numbers are within no column of their name', async () => {
    const keys = Array.from({ length: 300 }, (_, at) => `{"k${at}":9007199254740993}`);
    const files = await open({ 'lists.json': '[[9007199254740993]]', 'map.json': `[${keys.join(',')}]` });
    expect(Object.keys(await files.tables())).toEqual(['lists', 'map']);
    expect(await files.findings()).toEqual([]);
  });

  it('is read as several documents, and as a document that is too large to check', async () => {
    const pretty = (id: number): string => JSON.stringify({ id, v: 1.5 }, null, 2).replace('1.5', 'NaN');
    const files = await open({
      'several.json': [1, 2].map(pretty).join('\n'),
      'large.json': `[${Array.from({ length: 3_000_000 }, (_, id) => `{"id":${id},"n":12345678901234567}`).join(',')}]`,
    });
    expect(await files.rows('select id from several order by id')).toEqual([[1], [2]]);
    expect(await files.rows('select count(v) from several')).toEqual([[0]]);
    expect(await files.rows('select count(*) from large')).toEqual([[3_000_000]]);
    expect(await files.findings()).toEqual([
      'words such as NULL, N/A or - in v of the file several.json are read as missing values',
    ]);
  });

  it('loses broken lines only, and says which and why', async () => {
    const late = Array.from({ length: 60_000 }, (_, id) => `{"id":${id},"t":"2024-01-01"}`).join('\n');
    const files = await open({
      'broken.jsonl': '{"id":1}\n{"id":2\n{"id":3}\n',
      'half.jsonl': String.raw`{"s":"\ud83d\ude00"}
{"s":"cut \ud83d"}
{"s":"\\ud83d"}
`,
      'twice.jsonl': '{"id":1,"o":{"s":"id\\":"}}\n{"id":2,"id":3}\n{"id":4,"o":{"s":"a","\\u0073":"b"}}\n',
      'whole.jsonl': '{"id":2,"id":3}\n',
      'special.jsonl': '{"id":1,"v":NaN}\n{"id":2,"v":1.5,}\n',
      'late.jsonl': `${late}\n{"id":60000,"t":"2024-01-01T10:00:00Z"}`,
      'document.json': '{\n  "data": [\n    {"id": 1},\n    {"id": 2\n  ]\n}\n',
      'pretty.json': '[\n  {\n    "id": 1\n  }\n]\n',
    });
    expect(await files.rows('select id from broken order by id')).toEqual([[1], [3]]);
    expect(await files.rows('select id, o.s from twice')).toEqual([[1, 'id":']]);
    expect(await files.rows('select s from half order by s')).toEqual([['\\ud83d'], ['\u{1F600}']]);
    expect(await files.rows('select count(*), sum(v) from special')).toEqual([[2, 1.5]]);
    expect(await files.rows("select count(*) from late where t::varchar like '%10:00:00%'")).toEqual([[1]]);
    expect(await files.rows('select id from pretty')).toEqual([[1]]);
    expect((await files.findings()).sort()).toEqual([
      '1 line of the file broken.jsonl could not be read and is left out: line 2 (no JSON)',
      '1 line of the file half.jsonl could not be read and is left out: line 2 (no JSON)',
      '2 lines of the file twice.jsonl could not be read and are left out: lines 2 (an object has a key twice), 3 (an object has a key twice)',
      'the file document.json could not be read: it is no JSON: line 5 is wrong, or the end is missing',
      'the file whole.jsonl could not be read: an object in it has a key twice',
      'words such as NULL, N/A or - in v of the file special.jsonl are read as missing values',
    ]);
  });
});

describe('what people leave in files', () => {
  it('is reported: totals, quoted decimals, hidden sheets, equal names', async () => {
    const parts = workbookParts({ Shown: textRow('a') + numberRow('x'), secret: textRow('b') + numberRow('y') });
    const book = String(parts['xl/workbook.xml']).replace(/(<sheet name="secret")/, '$1 state="veryHidden"');
    const files = await open({
      'total.csv': 'item,qty\na,1\nb,2\nTotal,3\n',
      'quoted.csv': 'item,price\na,"1,01"\nb,"2,50"\n',
      'book.xlsx': zipBytes({ ...parts, 'xl/workbook.xml': book }),
      'Sales 2024.json': '[{"n":1}]',
      'sales 2024.csv': 'n,m\n2,3\n',
    });
    expect(Object.keys(await files.tables())).toEqual(['Sales_2024', 'book', 'quoted', 'sales_2024_csv', 'total']);
    expect(await files.descriptionOf('total')).toBe(
      'From the file total.csv; a row at its end seems to be the total of the others.',
    );
    expect((await files.findings()).filter((finding) => !finding.includes('read as column names')).sort()).toEqual([
      'a row at the end of the file total.csv seems to be a total (Total): it is read like the others',
      'numbers in price of the file quoted.csv are left as texts: their commas may be decimal, or divide thousands',
      'the file sales 2024.csv became the table sales_2024_csv: another one has its name',
      'the sheet secret of the file book.xlsx is hidden and left out',
    ]);
  });

  it('keeps lines that end in different ways', async () => {
    const late = Array.from({ length: 30_000 }, (_, id) => `${id},a`).join('\r\n');
    const files = await open({
      'mixed.csv': 'id,t\n1,a\r\n2,"b\r\nc"\n3,"d\ne"\r\n4,f\r5,g\n',
      'late.csv': `id,t\r\n${late}\n30000,b\n`,
      'same.csv': 'id,t\r\n1,a\r\n',
    });
    expect(await files.rows('select id, t from mixed order by id')).toEqual([
      [1, 'a'],
      [2, 'b\r\nc'],
      [3, 'd\ne'],
      [4, 'f'],
      [5, 'g'],
    ]);
    expect(await files.rows('select count(*), max(id) from late')).toEqual([[30_001, 30_000]]);
    expect((await files.findings()).sort()).toEqual(
      ['late', 'mixed'].map(
        (name) =>
          `lines of the file ${name}.csv end in different ways, or its quotes are wrong: it is read as far as possible`,
      ),
    );
  });

  it('keeps nanoseconds', async () => {
    const [day, time, zoned] = ['2024-01-01', '10:00:00.123456789', '2024-01-01 10:00:00.123456789+02:00'];
    const days = `${day}\n`.repeat(30_000);
    const files = await open({
      't.csv': `id,t\n1,${day} 10:00:00.5\n2,${day} ${time}\n`,
      'day.csv': `t\n${days}${day} ${time}\n`,
      'zoned.csv': `id,t\n1,2024-01-01 10:00:00.5+02:00\n2,${zoned}\n`,
      'clock.csv': `id,t\n1,10:00:00.5\n2,${time}\n`,
      'lines.jsonl': `{"t":"10:00:00.5","z":"2024-01-01T10:00:00.5Z"}\n{"t":"${time}","z":"${day}T${time}Z"}\n`,
    });
    expect(await files.rows('select max(t)::varchar from day')).toEqual([[`${day} ${time}`]]);
    expect(await files.rows('select t::varchar from t where id = 2')).toEqual([[`${day} ${time}`]]);
    expect(await files.rows('select t from zoned where id = 2')).toEqual([[zoned]]);
    expect(await files.rows('select t from clock where id = 2')).toEqual([[time]]);
    expect(await files.rows("select t, z from lines where t <> '10:00:00.5'")).toEqual([[time, `${day}T${time}Z`]]);
    const asTexts = 'are left as texts: as numbers or times, they would lose zeros, digits or their form';
    expect((await files.findings()).filter((finding) => finding.includes('texts:')).sort()).toEqual([
      `values in t of the file clock.csv ${asTexts}`,
      `values in t of the file zoned.csv ${asTexts}`,
      `values in t, z of the file lines.jsonl ${asTexts}`,
    ]);
  });

  it.each([
    ['names of two languages', 'name\nSørensen\nHélène\nLunedì\n'],
    ['French beside German', 'name\naoût\nZürich\ncafé\n'],
    ['Portuguese', 'name\nopções\nMöller\nJosé\n'.replace('çõ', 'põ')],
    ['amounts', 'name\n£m\n£bn\nJosé\n'],
  ])('is read in the encoding of western Excel: %s', async (_language, text) => {
    const files = await open({ 'west.csv': iconv.encode(text, 'windows-1252') });
    const [, ...names] = text.trim().split('\n');
    const list = names.map((name) => `'${name}'`).join(', ');
    expect(await files.rows(`select count(*) from west where name in (${list})`)).toEqual([[names.length]]);
  });

  it.each([
    ['Polish', 'miasto\nŁódź\nKraków\nŚwiętochłowice\n'],
    ['Czech', 'město\nPlzeň\nDěčín Řež\nJihlava nad Třebůvkou\n'],
    ['Hungarian', 'város\nGyőr\nKőszeg Ügyvéd\nÓbuda Fülöp\n'],
  ])('is read in the encoding of %s Excel', async (_language, text) => {
    const files = await open({ 'city.csv': iconv.encode(text, 'windows-1250') });
    const [name = '', ...cities] = text.trim().split('\n');
    expect(await files.rows(`select count(*) from city where "${name}" in ('${cities[0]}')`)).toEqual([[1]]);
    expect(await files.findings()).toContain('the file city.csv is read as windows-1250');
  });
});
