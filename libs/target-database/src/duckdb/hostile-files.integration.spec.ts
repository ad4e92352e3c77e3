import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { FilesUnderTest } from '../testing/files-database.js';
import { parquetBytes, parquetLeaf, parquetNode } from './fixtures/parquet-bytes.js';
import { textRow, workbookParts, zipBytes } from './fixtures/workbook-bytes.js';

const MEGABYTE = 1024 * 1024;
const row = textRow('a', 'b');
const sheet = (rows: string): Buffer => zipBytes(workbookParts({ S: rows }));
const withPart = (name: string, text: string): Buffer =>
  zipBytes({ ...workbookParts({ S: row }), [`xl/${name}`]: text });
const withEntities = (entities: string): Buffer =>
  withPart('sharedStrings.xml', `<!DOCTYPE sst [${entities}]><sst><si><t>&z;</t></si></sst>`);
const laughs = [...'bcdefghijz'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`);
const nested = (depth: number): Buffer[] => Array<Buffer>(depth).fill(parquetNode('n', 1));
const root = parquetNode('root', 1);
const leaf = parquetLeaf('a');
/** A data page header, or one of a dictionary, with the given sizes. */
const page = (...bytes: number[]): Buffer => Buffer.from([...bytes, ...Array<number>(64).fill(255)]);

const DAMAGED = 'it is damaged, or no Parquet file';
const SHARED = 'its part xl/sharedStrings.xml is damaged';

/** The content of each hostile file, and why it cannot be read. */
const FILES: Record<string, [content: Buffer | string, problem: string]> = {
  'entities.xlsx': [withEntities(`<!ENTITY a "ha">${laughs.join('')}`), SHARED],
  'external.xlsx': [withEntities('<!ENTITY z SYSTEM "file:///etc/hostname">'), SHARED],
  'columns.xlsx': [sheet(`<row>${'<c><v>1</v></c>'.repeat(16_385)}</row>`), 'it has more than 16384 columns'],
  'cell.xlsx': [sheet(textRow('x'.repeat(2 * MEGABYTE))), 'a text in it is longer than 1048576 characters'],
  'value.xlsx': [
    sheet(`<row><c t="str"><v>${'x'.repeat(2 * MEGABYTE)}</v></c></row>`),
    'a text in it is longer than 1048576 characters',
  ],
  'shared.xlsx': [
    withPart('sharedStrings.xml', `<sst>${`<si><t>${'x'.repeat(MEGABYTE)}</t></si>`.repeat(65)}</sst>`),
    'its texts take too much memory',
  ],
  'deep.xlsx': [sheet('<d>'.repeat(1_000_000)), 'its elements nest deeper than 1000'],
  'attribute.xlsx': [sheet(`<row r="${'9'.repeat(10 * MEGABYTE)}"/>`), 'its part xl/worksheets/sheet1.xml is damaged'],
  'formats.xlsx': [
    withPart('styles.xml', `<styleSheet><cellXfs>${'<xf/>'.repeat(100_001)}</cellXfs></styleSheet>`),
    'it has more than 100000 cell formats',
  ],
  'parts.xlsx': [
    zipBytes({
      ...workbookParts({ S: row }),
      ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`, ''])),
    }),
    'it has too many parts',
  ],
  'sheets.xlsx': [
    zipBytes(workbookParts(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`s${at}`, row])))),
    'it has more than 200 sheets',
  ],
  'repeated.xlsx': [
    zipBytes(
      workbookParts(
        { S: '<row><c t="s"><v>0</v></c></row>'.repeat(1500) },
        { shared: [`<t>${'x'.repeat(MEGABYTE)}</t>`] },
      ),
    ),
    'its cells repeat long texts too often',
  ],
  'truncated.xlsx': [sheet(row.repeat(1000)).subarray(0, 1500), 'it is no workbook of Excel (.xlsx)'],
  'line.csv': [`a,b${'x'.repeat(3 * MEGABYTE)}`, 'a line in it is longer than 2 MB'],
  'packed.csv.gz': [gzipSync(Buffer.alloc(64 * MEGABYTE, 'x')), 'a line in it is longer than 2 MB'],
  'cut.csv.gz': [gzipSync('a,b\n1,2\n'.repeat(100_000)).subarray(0, 300), 'its gzip data is damaged'],
  'plain.csv.gz': ['a,b\n1,2\n', 'its gzip data is damaged'],
  'value.json': [`[{"a":"${'x'.repeat(40 * MEGABYTE)}"}]`, 'a value in it is larger than 16 MB'],
  'zeros.csv': [Buffer.alloc(MEGABYTE), 'it holds NUL bytes and is no text'],
  'footer.parquet': [parquetBytes({ elements: [root, leaf], footerLength: 0xffffffff }), DAMAGED],
  'groups.parquet': [
    parquetBytes({ elements: [root, leaf], claimedGroups: 2_000_000_000 }),
    'it takes too much memory',
  ],
  'elements.parquet': [
    parquetBytes({ elements: [root, leaf], claimedElements: 2_000_000_000 }),
    'it takes too much memory',
  ],
  'children.parquet': [parquetBytes({ elements: [parquetNode('root', 2_000_000_000), leaf] }), DAMAGED],
  'nested.parquet': [parquetBytes({ elements: [root, ...nested(2000), leaf] }), 'its columns nest deeper than 64'],
  'deep.parquet': [parquetBytes({ elements: [root, ...nested(100_000), leaf] }), 'reading it failed'],
  'rows.parquet': [parquetBytes({ elements: [root, leaf], chunk: { rows: 2n ** 62n, body: page(0) } }), DAMAGED],
  'dictionary.parquet': [
    parquetBytes({
      elements: [root, leaf],
      chunk: { rows: 10n, body: page(0x15, 4, 0x15, 32, 0x15, 32, 0x4c), hasDictionary: true },
    }),
    DAMAGED,
  ],
};

describe('hostile files', () => {
  let files: FilesUnderTest;
  let findings: string[];

  beforeAll(async () => {
    const contents = Object.entries(FILES).map(([name, [content]]) => [name, content] as const);
    files = await FilesUnderTest.open({
      'a.csv': 'id,name\n1,Ada\n',
      ...Object.fromEntries(contents),
      'z.json': '[{"id": 2}]',
    });
    findings = await files.findings();
  });
  afterAll(() => files.close());

  it.each(Object.entries(FILES))('gives a reason for %s', (name, [, problem]) => {
    const prefix = `the file ${name} could not be read: `;
    expect(findings.filter((one) => one.startsWith(prefix))).toEqual([prefix + problem]);
  });

  it('leaves the tables of the others', async () => {
    expect(Object.keys(await files.tables())).toEqual(['a', 'z']);
    expect(await files.rows('select a.id, z.id from a, z')).toEqual([[1, 2]]);
  });
});
