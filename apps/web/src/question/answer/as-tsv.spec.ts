import { expect, it } from '@jest/globals';
import { asTsv } from './as-tsv.js';

it('writes rows for spreadsheets: names first, NULL empty, tabs and line breaks quoted', () => {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'note', type: 'jsonb' },
  ];
  const rows = [
    ['a\tb "c"', null],
    ['plain', { x: 1 }],
  ];
  expect(asTsv({ columns, rows })).toBe('name\tnote\n"a\tb ""c"""\t\nplain\t"{""x"":1}"');
});
