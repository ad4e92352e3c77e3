import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { guardSql } from '@assay/sql';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { gzipSync } from 'node:zlib';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import { Workbook } from './conversion/workbook.js';
import { CLOSED } from './limits.js';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';

const { signal } = new AbortController();
const LIMITS = { statementTimeoutMs: 10_000, maxRows: 100, maxBytes: 1_000_000 };

describe('files as people have them', () => {
  let folder: string;
  const opened: TargetDatabase[] = [];

  const openUrl = async (url: string): Promise<TargetDatabase> => {
    const policy = { hosts: null, ownStores: [], sqliteDirs: [folder] };
    const target = await resolveTarget(parseTargetUrl('duckdb', url), policy);
    const database = openTargetDatabase(target, { guard: (sql) => guardSql(sql, 'duckdb') });
    opened.push(database);
    return database;
  };
  const open = (query = ''): Promise<TargetDatabase> => openUrl(`duckdb://${encodeURI(folder)}${query}`);
  const write = (name: string, content: Buffer | string): Promise<void> => writeFile(join(folder, name), content);
  const tables = async (database: TargetDatabase): Promise<Record<string, string[]>> => {
    const { schema } = await database.introspect({ examples: false }, signal);
    return Object.fromEntries(
      schema.tables.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.type}`)]),
    );
  };
  const findings = async (database: TargetDatabase): Promise<string[]> =>
    (await database.check(signal)).privileges.findings;
  const rows = async (database: TargetDatabase, sql: string): Promise<unknown> =>
    (await database.execute(sql, LIMITS, signal)).rows;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-formats-')));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });

  it('are sheets of workbooks: dates, texts, numbers, what formulas gave', async () => {
    const shared = ['<t>name</t>', '<r><t>Ad</t></r><r><t>a</t></r><rPh><t>reading</t></rPh>', '<t>born</t>'];
    const people =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>2</v></c><c r="D1" t="str"><v>total</v></c></row>' +
      '<row r="2"/>' +
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>45292</v></c><c r="D3"><f>2+2</f><v>4</v></c></row>' +
      '<row r="4"><c r="A4" t="inlineStr"><is><t>two\nlines, "so"</t></is></c><c r="B4" s="1"><v>45293</v></c>' +
      '<c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    const visits =
      textRow('moment', 'paid') +
      '<row><c s="2"><v>45292.5</v></c><c t="b"><v>1</v></c></row><row><c s="2"><v>45293.25</v></c><c t="b"><v>0</v></c></row>';
    await write(
      'Book 1.xlsx',
      zipBytes(workbookParts({ People: people, 'All visits': visits, Empty: '' }, { shared })),
    );
    await write('one.xlsx', zipBytes(workbookParts({ Sheet1: textRow('n') + '<row><c><v>7</v></c></row>' })));
    const database = await open();
    expect(await tables(database)).toEqual({
      Book_1_All_visits: ['moment TIMESTAMP', 'paid BOOLEAN'],
      Book_1_People: ['name VARCHAR', 'born DATE', 'column2 VARCHAR', 'total BIGINT'],
      one: ['n BIGINT'],
    });
    expect(await findings(database)).toEqual([
      'the file Book 1.xlsx does not name all its columns: the name column2 is generated',
    ]);
    expect(await rows(database, 'select name, born::varchar, total from Book_1_People')).toEqual([
      ['Ada', '2024-01-01', 4],
      ['two\nlines, "so"', '2024-01-02', null],
    ]);
    expect(await rows(database, 'select moment::varchar from Book_1_All_visits order by 1')).toEqual([
      ['2024-01-01 12:00:00'],
      ['2024-01-02 06:00:00'],
    ]);
  });

  it('are texts in any encoding', async () => {
    const polish =
      'imię;miasto\n' + 'Łukasz Wiśniewski;Łódź\nMałgorzata Kowalczyk;Kraków\nGrażyna Żak;Gdańsk\n'.repeat(30);
    await write('wide.csv', iconv.encode('name,city\nJosé,Málaga\n', 'utf-16le', { addBOM: true }));
    await write('bare.tsv', iconv.encode('name\tcity\nJosé\tMálaga\nEve\tOslo\n', 'utf-16be'));
    await write('western.csv', iconv.encode('name,price\nJosé,5 €\n', 'windows-1252'));
    await write('eastern.csv', iconv.encode(polish, 'windows-1250'));
    await write('packed.csv.gz', gzipSync(iconv.encode('name\nJosé\n', 'latin1')));
    await write(
      'late.csv',
      Buffer.concat([Buffer.from('name\n' + 'x\n'.repeat(400_000)), Buffer.from('Jos\xe9\n', 'latin1')]),
    );
    await write('plain.csv', 'name\nJosé\n');
    const database = await open();
    for (const table of ['wide', 'bare', 'western', 'packed', 'late', 'plain']) {
      expect([table, await rows(database, `select count(*) from ${table} where name = 'José'`)]).toEqual([
        table,
        [[1]],
      ]);
    }
    expect(await rows(database, `select distinct price from western`)).toEqual([['5 €']]);
    expect(await rows(database, `select distinct miasto from eastern order by 1`)).toEqual([
      ['Gdańsk'],
      ['Kraków'],
      ['Łódź'],
    ]);
    const reported = (await findings(database)).filter((finding) => / is read as (utf|windows)/.test(finding));
    expect(reported.sort()).toEqual([
      'the file bare.tsv is read as utf-16be',
      'the file eastern.csv is read as windows-1250',
      'the file late.csv is read as windows-1252',
      'the file packed.csv.gz is read as windows-1252',
      'the file western.csv is read as windows-1252',
      'the file wide.csv is read as utf-16le',
    ]);
  });

  it('are those that the url names, also in folders below', async () => {
    await mkdir(join(folder, 'q1'));
    await write('q1/a.csv', 'n\n1\n');
    await write('a.csv', 'n\n2\n');
    await write('b;[1].csv', 'n\n3\n');
    await write('c.csv', 'n\n4\n');
    const database = await open('?file=q1/a.csv&file=a.csv&file=b%3B%5B1%5D.csv');
    expect(Object.keys(await tables(database))).toEqual(['a', 'b_1', 'q1_a_csv']);
    expect(await rows(database, 'select (select n from a), (select n from b_1), (select n from q1_a_csv)')).toEqual([
      [2, 3, 1],
    ]);
    await expect((await open('?file=a.csv&file=gone.csv')).check(signal)).rejects.toThrow(
      '"gone.csv" is not a readable file',
    );
    await symlink('/etc/hostname', join(folder, 'out.csv'));
    await expect((await open('?file=out.csv')).check(signal)).rejects.toThrow('"out.csv" is not a readable file');
    for (const bad of ['../a.csv', '/etc/passwd', 'q1//a.csv', 'q1\\a.csv', 'C:/a.csv', './a.csv', '']) {
      expect(() => parseTargetUrl('duckdb', `duckdb://${folder}?file=${encodeURIComponent(bad)}`)).toThrow(
        'below the folder',
      );
    }
    expect(() => parseTargetUrl('sqlite', 'sqlite:///a.db?file=a')).toThrow('not accepted');
  });

  it('replace their tables when they change, at the next look', async () => {
    await write('a.csv', 'n\n1\n');
    const database = await open();
    expect(await rows(database, 'select n from a')).toEqual([[1]]);
    await write('a.csv', 'n,m\n22,x\n');
    await write('b.csv', 'k\n1\n');
    expect(await rows(database, 'select n from a')).toEqual([[1]]);
    await database.check(signal);
    expect(await tables(database)).toEqual({ a: ['n BIGINT', 'm VARCHAR'], b: ['k BIGINT'] });
    expect(await rows(database, 'select n from a')).toEqual([[22]]);
  });

  it('are distinguished from damaged files, each with its reason', async () => {
    await write('good.csv', 'a\n1\n');
    await write('header.csv', 'a,b\n');
    await write('empty.csv', '');
    await write('zeros.csv', Buffer.alloc(10_000));
    await write('nul.csv', 'a,b\n1,\0\n');
    await write('long.csv', `a,b\n1,2\n${'x'.repeat(3_000_000)},3\n4,5\n`);
    await write('far.csv', `a,b\n${'1,2\n'.repeat(50_000)}${'x'.repeat(3_000_000)},3\n4,5\n`);
    await write('fake.xlsx', 'a,b\n1,2\n');
    await write('blank.xlsx', zipBytes(workbookParts({ Sheet1: '' })));
    await write('broken.xlsx', zipBytes(workbookParts({ Sheet1: '<row><c>' })));
    await write(
      'entities.xlsx',
      zipBytes({
        ...workbookParts({ Sheet1: textRow('a') }),
        'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY b "bbbb">]><sst><si><t>&b;</t></si></sst>',
      }),
    );
    await write('wide.xlsx', zipBytes(workbookParts({ Sheet1: '<row><c r="ZZZ1"><v>1</v></c></row>' })));
    const database = await open();
    expect(Object.keys(await tables(database))).toEqual(['far', 'good', 'header']);
    expect(await rows(database, 'select count(*) from far')).toEqual([[50_001]]);
    expect((await findings(database)).sort()).toEqual([
      '1 line of the file far.csv could not be read and is left out: record 50002 (too long)',
      'the file blank.xlsx could not be read: none of its sheets holds anything',
      'the file broken.xlsx could not be read: its part xl/worksheets/sheet1.xml is damaged',
      'the file empty.csv could not be read: it is empty',
      'the file entities.xlsx could not be read: its part xl/sharedStrings.xml is damaged',
      'the file fake.xlsx could not be read: it is no workbook of Excel (.xlsx)',
      'the file long.csv could not be read: a line in it is longer than 2 MB',
      'the file nul.csv could not be read: it holds NUL bytes and is no text',
      'the file wide.xlsx could not be read: it has more than 16384 columns',
      'the file zeros.csv could not be read: it holds NUL bytes and is no text',
      'the first line of the file header.csv is read as column names',
    ]);
  });

  it('are refused where they say something else of their size than is true', async () => {
    await write('good.csv', 'a\n1\n');
    const sheet = 'xl/worksheets/sheet1.xml';
    await write('liar.xlsx', zipBytes(workbookParts({ Sheet1: textRow('a') }), { [sheet]: 10 }));
    expect(await findings(await open())).toEqual([
      'the file liar.xlsx could not be read: its part xl/worksheets/sheet1.xml is damaged',
    ]);
  });

  it('are refused where two sheets name one part', async () => {
    const parts = workbookParts({ Sheet1: textRow('a'), Sheet2: textRow('b') });
    const relations = parts['xl/_rels/workbook.xml.rels']?.replace('sheet2.xml', 'SHEET1.xml') ?? '';
    await write('twice.xlsx', zipBytes({ ...parts, 'xl/_rels/workbook.xml.rels': relations }));
    await write('good.csv', 'a\n1\n');
    expect(await findings(await open())).toEqual([
      'the file twice.xlsx could not be read: two of its sheets are one part',
    ]);
  });

  it('may be called as the tables that DuckDB keeps broken lines in', async () => {
    await write('reject_errors.csv', 'a\n1\n');
    await write('reject_scans.csv', 'b\n2\n');
    await write('z.csv', 'c,d\n1,2\n3\n4,5\n');
    const found = Object.keys(await tables(await open()));
    expect(found).toEqual(['reject_errors_csv', 'reject_scans_csv', 'z']);
  });

  it('hold numbers with decimal commas where no comma separates', async () => {
    await write('german.csv', 'name;price;tax;code\nAda;1.234,50;2,5;1,2a\nEve;-5;3,25;3\nBob;;0,1;4,5\n');
    await write('bare.csv', 'a;b\n1,5;2,5\n3,5;4,25\n');
    await write('tabs.tsv', 'a\tb\n1\u202f000,5\t2,5\n3,5\t4,25\n');
    await write('thousands.csv', 'city;people\nRome;2,800\nOslo;700\n');
    await write('quoted.csv', 'a,b\n"1,5",2\n"2,5",3\n');
    await write('report.csv', 'Sales\n\na,b\n1,2\n3,4\n');
    await write('late.csv', `a;b\n${'1,5;x\n'.repeat(5000)}none;y\n`);
    const database = await open();
    expect(await tables(database)).toEqual({
      bare: ['a DOUBLE', 'b DOUBLE'],
      german: ['name VARCHAR', 'price DOUBLE', 'tax DOUBLE', 'code VARCHAR'],
      late: ['a VARCHAR', 'b VARCHAR'],
      quoted: ['a VARCHAR', 'b BIGINT'],
      report: ['a BIGINT', 'b BIGINT'],
      tabs: ['a DOUBLE', 'b DOUBLE'],
      thousands: ['city VARCHAR', 'people VARCHAR'],
    });
    expect(await rows(database, 'select price, tax from german')).toEqual([
      [1234.5, 2.5],
      [-5, 3.25],
      [null, 0.1],
    ]);
    expect(await rows(database, 'select a, b from bare')).toEqual([
      [1.5, 2.5],
      [3.5, 4.25],
    ]);
    expect(await rows(database, 'select max(a) from tabs')).toEqual([[1000.5]]);
    expect((await findings(database)).sort()).toEqual([
      '2 lines at the start of the file report.csv do not fit the others and are left out',
      'commas are read as decimal points in a, b of the file bare.csv',
      'commas are read as decimal points in a, b of the file tabs.tsv',
      'commas are read as decimal points in price, tax of the file german.csv',
      'numbers in a of the file quoted.csv are left as texts: their commas may be decimal, or divide thousands',
      'numbers in people of the file thousands.csv are left as texts: their commas may be decimal, or divide thousands',
      'the first line of the file late.csv is read as column names',
      'the first line of the file thousands.csv is read as column names',
    ]);
  });

  it('get the types that their last lines need, whatever the first ones show', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index},${index},2024-01-0${1 + (index % 9)},true`);
    await write('late.csv', `word,part,day,flag\n${lines.join('\n')}\nn/a,1.5,2024-01-01 10:00:00,maybe\n`);
    const database = await open();
    expect(await tables(database)).toEqual({
      late: ['word VARCHAR', 'part DOUBLE', 'day TIMESTAMP', 'flag VARCHAR'],
    });
    expect(await rows(database, 'select count(*), max(part), max(day)::varchar from late')).toEqual([
      [30_001, 29_999, '2024-01-09 00:00:00'],
    ]);
    expect(await rows(database, "select part, day::varchar, flag from late where word = 'n/a'")).toEqual([
      [1.5, '2024-01-01 10:00:00', 'maybe'],
    ]);
    expect(await findings(database)).toEqual([]);
  });

  describe('lose nothing to columns of numbers', () => {
    const late = (value: (row: number) => string, last: string): string =>
      Array.from({ length: 30_000 }, (_, row) => value(row)).join('\n') + `\n${last}\n`;

    const CUT: [what: string, lines: string, type: string, value: string][] = [
      ['zeros in front', late((row) => String(10_000 + row), '01234'), 'VARCHAR', '01234'],
      ['zeros in front of fractions', late((row) => `${row}.5`, '007.5'), 'VARCHAR', '007.5'],
      ['zeros behind a sign', '-012\n234\n', 'VARCHAR', '-012'],
      ['a sign in front', late((row) => String(row), '+4930123'), 'VARCHAR', '+4930123'],
      ['dashes below', late((row) => String(row), '1_000'), 'VARCHAR', '1_000'],
      ['names with an exponent', '0E0\n1E1\n2E2\n', 'VARCHAR', '1E1'],
      ['such names behind numbers', late((row) => String(row), '1E1'), 'VARCHAR', '1E1'],
      ['twenty digits', '12345678901234567890\n12345678901234567891\n', 'HUGEINT', '12345678901234567891'],
      [
        'twenty digits behind fewer',
        late((row) => String(row), '12345678901234567891'),
        'HUGEINT',
        '12345678901234567891',
      ],
      [
        'forty digits',
        `${'1234567890'.repeat(4)}\n${'1234567890'.repeat(3)}1234567891\n`,
        'VARCHAR',
        '1234567890'.repeat(4),
      ],
      ['long numbers among fractions', '9007199254740993\n9007199254740992\n1.5\n', 'VARCHAR', '9007199254740993'],
      [
        'long numbers before a fraction',
        late((row) => `90071992547409${String(row).padStart(5, '0')}`, '1.5'),
        'VARCHAR',
        '9007199254740900001',
      ],
    ];
    const KEPT: [what: string, lines: string, type: string, sum: number | null][] = [
      ['fractions', '0.5\n-.5\n10.25\n-0.75\n', 'DOUBLE', 9.5],
      ['fractions of a late line', late(() => '1', '-0.5'), 'DOUBLE', 29_999.5],
      ['measured numbers', '1e-5\n2e5\n', 'DOUBLE', 200_000.00001],
      ['measured numbers with a fraction', late(() => '1', '1.5E3'), 'DOUBLE', 31_500],
      ['what is no number among them', '0.5\nNaN\ninf\n', 'DOUBLE', null],
      ['long whole numbers', '9007199254740993\n-9223372036854775807\n', 'BIGINT', null],
      ['spaces around a late one', late(() => '1', ' 5 '), 'BIGINT', 30_005],
    ];

    it('which would cut them off', async () => {
      const nameOf = (what: string): string => what.replaceAll(' ', '_');
      for (const [what, lines] of CUT) await write(`${nameOf(what)}.csv`, `code\n${lines}`);
      for (const [what, lines] of KEPT) await write(`${nameOf(what)}.csv`, `n,m\n${lines.replaceAll('\n', ',1\n')}`);
      const database = await open();
      expect(await tables(database)).toEqual(
        Object.fromEntries([
          ...CUT.map(([what, , type]) => [nameOf(what), [`code ${type}`]]),
          ...KEPT.map(([what, , type]) => [nameOf(what), [`n ${type}`, 'm BIGINT']]),
        ]),
      );
      for (const [what, , , value] of CUT) {
        const sql = `select count(*) from ${nameOf(what)} where code::varchar = '${value}'`;
        expect([what, await rows(database, sql)]).toEqual([what, [[1]]]);
      }
      for (const [what, , , sum] of KEPT) {
        const sql = `select sum(n)::double from ${nameOf(what)}`;
        if (sum !== null) expect([what, await rows(database, sql)]).toEqual([what, [[sum]]]);
      }
      const reported = (await findings(database)).filter((finding) => finding.startsWith('values in'));
      const why = 'are left as texts: as numbers or times, they would lose zeros, digits or their form';
      expect(reported.sort()).toEqual(
        CUT.flatMap(([what, , type]) =>
          type === 'VARCHAR' ? [`values in code of the file ${nameOf(what)}.csv ${why}`] : [],
        ).sort(),
      );
    });

    it('or say so', async () => {
      await write('long.csv', 'n\n0.12345678901234567890\n0.52520006599999996\n');
      await write('exact.csv', 'n\n0.52520006599999996\n123456.50000000000000000\n');
      expect(await findings(await open())).toEqual([
        'numbers in n of the file long.csv have more digits than a number keeps, and are rounded',
      ]);
    });

    /** The column holds these texts, by the value that its type keeps. */
    function expectKept(texts: readonly string[], type: string, kept: readonly string[][], column: number): void {
      const valueOf = (text = ''): string =>
        type === 'VARCHAR' ? text : type === 'DOUBLE' ? String(Number(text)) : String(BigInt(text));
      expect(kept.map((row) => valueOf(row[column]))).toEqual(texts.map(valueOf));
      if (type === 'VARCHAR') return;
      expect(texts.filter((text) => /^0\d/.test(text) || (text.includes('E') && !texts.join().includes('.')))).toEqual(
        [],
      );
      const long = texts.filter((text) => /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)));
      if (type === 'DOUBLE') expect(long).toEqual([]);
    }

    it('keep every text, by its value', async () => {
      const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})$/);
      const fraction = fc.stringMatching(/^-?(0|[1-9]\d{0,11})\.\d{1,4}$/);
      const part = fc.stringMatching(/^\d{1,6}E\d$/);
      const zeros = fc.stringMatching(/^0\d{1,5}$/);
      const kinds = [
        [digits],
        [digits, fraction],
        [digits, part],
        [digits, zeros],
        [fraction],
        [digits, fraction, part, zeros],
      ];
      const column = fc
        .constantFrom(...kinds)
        .chain((texts) => fc.array(fc.oneof(...texts), { minLength: 4, maxLength: 4 }));
      const file = fc.array(column, { minLength: 12, maxLength: 12 });
      await fc.assert(
        // one database of all files: each costs three processes
        fc.asyncProperty(fc.array(file, { minLength: 6, maxLength: 6 }), async (files) => {
          const namesOf = (at: number): string[] => (files[at] ?? []).map((_, column) => `of${at}_${column}`);
          for (const [at, columns] of files.entries()) {
            const lines = [0, 1, 2, 3].map((row) => columns.map((texts) => texts[row]).join(','));
            await write(`all${at}.csv`, `${namesOf(at).join(',')}\n${lines.join('\n')}\n`);
          }
          const database = await open();
          const found = await tables(database);
          for (const [at, columns] of files.entries()) {
            const types = found[`all${at}`] ?? [];
            const texts = namesOf(at).map((name) => `${name}::varchar`);
            const kept = (await rows(database, `select ${texts.join(', ')} from all${at}`)) as string[][];
            columns.forEach((texts, column) => expectKept(texts, types[column]?.split(' ')[1] ?? '', kept, column));
          }
        }),
        { numRuns: 1, endOnFailure: true },
      );
    });
  });

  it('say where dates may have the month first', async () => {
    const cases: [name: string, lines: string, isUnclear: boolean][] = [
      ['strokes', '01/02/2024\n03/04/2024\n', true],
      ['dashes', '01-02-2024\n03-04-2024\n', true],
      ['times', '01/02/2024 10:00:00\n03/04/2024 11:00:00\n', true],
      ['above', '01/02/2024\n13/04/2024\n', false],
      ['same', '01/01/2024\n02/02/2024\n', false],
      ['dots', '01.02.2024\n03.04.2024\n', false],
      ['years', '2024-01-02\n2024-03-04\n', false],
    ];
    for (const [name, lines] of cases) await write(`${name}.csv`, `n,day\n${lines.replaceAll(/^(?=.)/gm, '1,')}`);
    const database = await open();
    const why = 'are read with the day first; another order fits them, too';
    const unclear = cases.flatMap(([name, , isUnclear]) => (isUnclear ? [name] : []));
    expect((await findings(database)).sort()).toEqual(
      unclear.map((name) => `dates in day of the file ${name}.csv ${why}`).sort(),
    );
    for (const name of unclear) {
      expect(await rows(database, `select min(day)::date::varchar from ${name}`)).toEqual([['2024-02-01']]);
    }
  });

  it('say where the first line may be one of the data', async () => {
    await write('named.csv', 'name,born\nAda,1815\n');
    await write('people.csv', 'Ada,London\nGrace,New York\n');
    const reported = await findings(await open());
    expect(reported).toEqual(['the first line of the file people.csv is read as column names']);
  });

  it('are read no further than they may unpack to', async () => {
    const path = join(folder, 'bomb.xlsx');
    const parts = { ...workbookParts({ Sheet1: textRow('a') }), 'xl/sharedStrings.xml': Buffer.alloc(40_000_000, ' ') };
    await writeFile(path, zipBytes(parts));
    await expect(Workbook.open(path, 20 * 1024 * 1024)).rejects.toThrow('more than 20 MB unpacked');
  });
});

describe('extensions of DuckDB', () => {
  it('are neither installed nor loaded by any statement of ours, nor by themselves', async () => {
    expect(CLOSED).toMatchObject({
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      allow_unsigned_extensions: 'false',
    });
    const scripts = await readdir(new URL('.', import.meta.url), { recursive: true });
    for (const script of scripts.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))) {
      const source = await readFile(new URL(script, import.meta.url), 'utf8');
      expect(source).not.toMatch(/['"`\s](?:force\s+install|install|load)\s+['"\w]+['"`;]|read_xlsx|st_read/i);
    }
    const instance = await DuckDBInstance.create(':memory:', CLOSED);
    const connection = await instance.connect();
    await expect(connection.run("select * from read_xlsx('/tmp/none.xlsx')")).rejects.toThrow('read_xlsx');
    await expect(connection.run("from read_csv('https://localhost:1/a.csv')")).rejects.toThrow('httpfs');
    connection.closeSync();
    instance.closeSync();
  });
});
