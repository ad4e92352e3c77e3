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

it('writes no formula that a spreadsheet would run', () => {
  const columns = [{ name: '=1+1', type: 'text' }];
  const rows = [['=HYPERLINK("http://evil.example")'], ['a;@SUM(1)'], ['\t=1'], ['＝1'], [-1.5]];
  expect(asTsv({ columns, rows })).toBe(
    '\'=1+1\n"\'=HYPERLINK(""http://evil.example"")"\na;\'@SUM(1)\n"\'\t\'=1"\n\'＝1\n-1.5',
  );
});
