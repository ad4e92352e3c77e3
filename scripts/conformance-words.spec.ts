import { describe, expect, it } from '@jest/globals';
import { conformanceOf } from './conformance-words.mjs';

describe('npm run conformance', () => {
  it.each([
    [[], { dialect: null, url: null, parameters: [] }],
    [['-t', 'SQLite'], { dialect: null, url: null, parameters: ['-t', 'SQLite'] }],
    [['clickhouse'], { dialect: 'clickhouse', url: null, parameters: [] }],
    [['clickhouse', '-t', 'values'], { dialect: 'clickhouse', url: null, parameters: ['-t', 'values'] }],
    ...['oracle://a:b@h/x', 'sqlserver://a:b@h/x', 'clickhouse://a:b@h/x', 'mysql://a:b@h/x'].map((url) => {
      const dialect = url.slice(0, url.indexOf(':'));
      return [[dialect, url, '-t', 'values'], { dialect, url, parameters: ['-t', 'values'] }] as const;
    }),
    [['sqlserver', 'mssql://a:b@h/x'], { dialect: 'sqlserver', url: 'mssql://a:b@h/x', parameters: [] }],
    [['postgres', 'postgresql://a:b@h/x'], { dialect: 'postgres', url: 'postgresql://a:b@h/x', parameters: [] }],
    [['mariadb', 'mysql://a:b@h/x'], { dialect: 'mariadb', url: 'mysql://a:b@h/x', parameters: [] }],
  ])('%j is %j', (words, wanted) => {
    expect(conformanceOf(words)).toEqual(wanted);
  });

  it.each([[['oracle']], [['oracle', '-t', 'x']], [['oracle', 'postgres://a:b@h/x']], [['postgres://a:b@h/x']]])(
    '%j is refused, and told how it is written',
    (words) => {
      expect(conformanceOf(words)).toEqual({ problem: expect.stringMatching(/url/) });
    },
  );
});
