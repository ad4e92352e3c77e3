import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { posix, win32 } from 'node:path';
import { FILE_ENDINGS, fileFormat, storedFileName } from './files.js';

const named = fc
  .tuple(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('.', '/', '\\', ' ', ':', '\0', 'a', '%', '~', '\u202e', '\ud800', 'e\u0301'),
      }),
      fc.constantFrom('..', 'CON', 'nul.txt', 'lpt1', 'C:\\x', '../../etc/passwd', '…', ''),
    ),
    fc.constantFrom(...FILE_ENDINGS, '.CSV', '.exe', '', '.csv ', '.csv.'),
  )
  .map(([stem, ending]) => stem + ending);

describe('the name that an uploaded file is kept under', () => {
  it.each([
    ['Sales 2024.csv', 'Sales 2024.csv'],
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\Users\\me\\Größe.XLSX', 'Größe.XLSX'],
    ['con.csv', '_con.csv'],
    ['NUL.csv.gz', '_NUL.csv.gz'],
    ['a\0b\u202ec.csv', 'a_b_c.csv'],
    ['sales[1]*.csv', 'sales_1__.csv'],
    [`${'x'.repeat(500)}.csv`, `${'x'.repeat(50)}.csv`],
    ['.hidden.csv', 'hidden.csv'],
    ['.csv', null],
    ['notes.md', null],
    ['a.csv.exe', null],
    ['..', null],
    ['', null],
  ])('of %j is %j', (given, name) => {
    expect(storedFileName(given)).toBe(name);
  });

  it('leads nowhere, on any system, and is its own stored name', () => {
    fc.assert(
      fc.property(named, (given) => {
        const name = storedFileName(given);
        if (name === null) return;
        expect(posix.join('/folder', name)).toBe(`/folder/${name}`);
        expect(win32.basename(name)).toBe(name);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>:"|?*[\]{}]|^[ .]|[ .]$/u);
        expect(name.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(fileFormat(name)).not.toBeNull();
        expect(storedFileName(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the ending that says how a file is read', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9_-]{0,30}$/), fc.constantFrom(...FILE_ENDINGS), (stem, ending) => {
        fc.pre(storedFileName(stem + ending) === stem + ending || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(stem));
        expect(fileFormat(storedFileName(stem + ending) ?? '')).toBe(fileFormat(`x${ending}`));
      }),
    );
  });
});
