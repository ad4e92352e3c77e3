import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { FilesUnderTest } from '../testing/files-database.js';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';

interface Case {
  text: string | Buffer;
  /** Of the first column; absent: it fits no type. */
  type: string;
  /** The first column. */
  values: unknown[];
  finding?: string;
}

const missing = 'read as missing values';
const dayFirst = 'read with the day first; another order fits them, too';
const yearFirst = 'read with the year first; another order fits them, too';
const grouped = 'read without what divides their thousands';
const CASES: Record<string, Case> = {
  'NaN among fractions': { text: 'x\n1.5\nNaN\n2.5\n', type: 'DOUBLE', values: [1.5, null, 2.5], finding: missing },
  'NaN among whole numbers': { text: 'x\n1\nNaN\n2\n', type: 'BIGINT', values: [1, null, 2], finding: missing },
  'three decimals beside NA': {
    text: 'x\n1234.567\nNA\n2.5\n',
    type: 'DOUBLE',
    values: [1234.567, null, 2.5],
    finding: missing,
  },
  'decimal commas beside NA': { text: 'x;y\n1,50;a\nN/A;b\n', type: 'DOUBLE', values: [1.5, null], finding: missing },
  'German dates beside NA': {
    text: 'x,y\n31.12.2024,1\nN/A,2\n',
    type: 'DATE',
    values: ['2024-12-31', null],
    finding: missing,
  },
  'American dates beside NULL': {
    text: 'x,y\n12/31/2024,1\nNULL,2\n',
    type: 'DATE',
    values: ['2024-12-31', null],
    finding: missing,
  },
  'offsets beside NULL': {
    ...{ text: 'x,y\n2024-01-01T10:00:00+02:00,1\nNULL,2\n', type: 'TIMESTAMP WITH TIME ZONE' },
    ...{ values: ['2024-01-01 08:00:00+00', null], finding: missing },
  },
  'times beside NA': { text: 'x,y\n10:30,1\nNA,2\n', type: 'TIME', values: ['10:30:00', null], finding: missing },
  'dates with times': { text: 'x,y\n31.12.2024 10:30,1\n', type: 'TIMESTAMP', values: ['2024-12-31 10:30:00'] },
  'short years behind dots': {
    text: 'x,y\n31.12.24,1\n30.11.24,2\n',
    type: 'DATE',
    values: ['2024-12-31', '2024-11-30'],
    finding: dayFirst,
  },
  'short years in front': {
    text: 'x,y\n24.12.31,1\n24.11.30,2\n',
    type: 'DATE',
    values: ['2024-12-31', '2024-11-30'],
    finding: yearFirst,
  },
  'short American dates': { text: 'x,y\n12/31/24,1\n12/30/24,2\n', type: 'DATE', values: ['2024-12-31', '2024-12-30'] },
  'more digits than a number keeps': {
    text: 'x;y\n1,234,567,890,123,456,789;a\n1,000;b\n',
    type: 'VARCHAR',
    values: ['1,234,567,890,123,456,789', '1,000'],
  },
  versions: { text: 'x,y\n1.2.3,1\n1.10.4,2\n', type: 'VARCHAR', values: ['1.2.3', '1.10.4'] },
  'American thousands': {
    text: 'x,y\n"1,234.50",1\n"2,000.00",2\n',
    type: 'DOUBLE',
    values: [1234.5, 2000],
    finding: grouped,
  },
  'Indian thousands': {
    text: 'x,y\n"1,23,456.00",1\n"2,000.00",2\n',
    type: 'DOUBLE',
    values: [123_456, 2000],
    finding: grouped,
  },
  'Swiss thousands': { text: "x;y\n1'234.50;1\n500;2\n", type: 'DOUBLE', values: [1234.5, 500], finding: grouped },
  'unclear thousands': {
    text: 'x,y\n"1,234",1\n"2,000",2\n',
    type: 'VARCHAR',
    values: ['1,234', '2,000'],
    finding: 'left as texts',
  },
  'telephone numbers': {
    text: 'x,y\n612 345 678,1\n712 345 679,2\n',
    type: 'VARCHAR',
    values: ['612 345 678', '712 345 679'],
  },
  'unclear points': {
    text: 'x;y\n1.234;1\n2.000;2\n',
    type: 'DOUBLE',
    values: [1.234, 2],
    finding: 'they may divide thousands',
  },
  'clear points': { text: 'x;y\n1.234;1\n0.500;2\n', type: 'DOUBLE', values: [1.234, 0.5] },
  'a total below dates': {
    text: 'x;y\n31.12.2024;1.234,50\n30.12.2024;2,50\nGesamt;1.237,00\n',
    type: 'DATE',
    values: ['2024-12-31', '2024-12-30', null],
    finding: 'seems to be a total (Gesamt)',
  },
  'a German total': {
    text: 'x,y\na,1\nGesamtergebnis,3\n',
    type: 'VARCHAR',
    values: ['a', 'Gesamtergebnis'],
    finding: 'seems to be a total (Gesamtergebnis)',
  },
  'a Spanish total': {
    text: 'x,y\na,1\nTotal general,3\n',
    type: 'VARCHAR',
    values: ['a', 'Total general'],
    finding: 'seems to be a total (Total general)',
  },
  'a total of a year': {
    text: 'x,y\na,1\nTotal 2024,3\n',
    type: 'VARCHAR',
    values: ['a', 'Total 2024'],
    finding: 'seems to be a total (Total 2024)',
  },
  'a separator for Excel': { text: 'sep=;\r\nx;y\r\n1,5;a\r\n2;b\r\n', type: 'DOUBLE', values: [1.5, 2] },
  'a separator in quotes': { text: '"sep=|"\nx|y\n1;5|a,b\n2;6|c,d\n', type: 'VARCHAR', values: ['1;5', '2;6'] },
  'a separator in capitals': { text: 'SEP=;\nx;y\n1,5;a\n2;b\n', type: 'DOUBLE', values: [1.5, 2] },
  'a total above a source': {
    text: 'x,y\na,1\nSumme,3\n,\nQuelle: Destatis,\n',
    type: 'VARCHAR',
    values: ['a', 'Summe', null, 'Quelle: Destatis'],
    finding: 'seems to be a total (Summe)',
  },
  'a total among the rows': { text: 'x,y\nTotal,3\na,1\nb,\n', type: 'VARCHAR', values: ['Total', 'a', 'b'] },
  'no total': { text: 'x,y\na,1\nTotal Energies,3\n', type: 'VARCHAR', values: ['a', 'Total Energies'] },
  'two lines of GBK': {
    text: iconv.encode('x,城市\n张三,北京\n', 'gbk'),
    type: 'VARCHAR',
    values: ['张三'],
    finding: 'is read as GB18030',
  },
  'two lines of Shift_JIS': {
    text: iconv.encode('x,都市\n田中,東京\n', 'shift_jis'),
    type: 'VARCHAR',
    values: ['田中'],
    finding: 'is read as Shift_JIS',
  },
  'two lines of EUC-KR': {
    text: iconv.encode('x,도시\n김철수,서울\n', 'euc-kr'),
    type: 'VARCHAR',
    values: ['김철수'],
    finding: 'is read as EUC-KR',
  },
  'two lines of Big5': {
    text: iconv.encode('x,城市\n張三,臺北\n', 'big5'),
    type: 'VARCHAR',
    values: ['張三'],
    finding: 'is read as Big5',
  },
  'capitals of Portuguese': {
    text: iconv.encode('x,y\nAÇÃO,1\nMÃO,2\n', 'latin1'),
    type: 'VARCHAR',
    values: ['AÇÃO', 'MÃO'],
    finding: 'is read as windows-1252',
  },
};
const GUESSES = new RegExp([missing, 'another order', 'thousands', 'a total', 'left as texts', 'left out'].join('|'));

describe('what a file holds', () => {
  let files: FilesUnderTest;
  let findings: string[];
  const cells = (format: number, ...serials: number[]): string =>
    serials.map((serial) => `<row><c s="${format}"><v>${serial}</v></c><c><v>1</v></c></row>`).join('');
  const sheet = (format: number, ...serials: number[]): Buffer =>
    zipBytes(
      workbookParts(
        { S: textRow('x', 'y') + cells(format, ...serials) },
        {
          formats: ['0', '200', '201'],
          codes: [
            [200, '[h]:mm'],
            [201, 'hh:mm:ss.000'],
          ],
        },
      ),
    );
  beforeAll(async () => {
    const texts = Object.entries(CASES).map(([name, { text }]) => [`${name}.csv`, text] as const);
    files = await FilesUnderTest.open({
      ...Object.fromEntries(texts),
      'durations.xlsx': sheet(1, 1.5, 0.25, -1.25),
      'ratios.xlsx': zipBytes(workbookParts({ S: textRow('x', 'y') + textRow('10:75:20', 'a') })),
      'milliseconds.xlsx': sheet(2, 0.5 + 0.123 / 86_400, 0.25),
    });
    findings = await files.findings();
  });
  afterAll(() => files.close());

  it.each(Object.keys(CASES))('%s', async (name) => {
    const { type, values, finding } = CASES[name] as Case;
    const table = name.replaceAll(/\W/g, '_');
    expect((await files.tables())[table]?.[0]).toBe(`x ${type}`);
    expect(await files.rows(`select x from ${table}`)).toEqual(values.map((value) => [value]));
    const told = findings.filter((one) => one.includes(`file ${name}.csv`));
    if (finding === undefined) expect(told.filter((one) => GUESSES.test(one))).toEqual([]);
    else expect(told).toContainEqual(expect.stringContaining(finding));
  });

  it('durations beyond a day, and milliseconds', async () => {
    expect(await files.rows('select x from durations')).toEqual([['36:00:00'], ['06:00:00'], ['-30:00:00']]);
    expect(await files.rows('select x from ratios')).toEqual([['10:75:20']]);
    expect(await files.rows('select max(x) from durations')).toEqual([['36:00:00']]);
    expect(await files.rows('select x from milliseconds')).toEqual([['12:00:00.123'], ['06:00:00']]);
  });
});
