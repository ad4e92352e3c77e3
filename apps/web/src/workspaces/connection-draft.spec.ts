import { describe, expect, it } from '@jest/globals';
import { databaseOf, EMPTY_CONNECTION, withoutPassword } from './connection-draft.js';

describe('the password of a connection', () => {
  it.each([
    ['postgres://reader:secret@db:5432/shop', 'postgres://reader@db:5432/shop', 'secret'],
    ['mysql://reader:p%40ss%2F@db/shop', 'mysql://reader@db/shop', 'p@ss/'],
    ['postgres://reader:100%@db/shop', 'postgres://reader@db/shop', '100%'],
  ])('is taken out of %s, and put back in', (whole, url, password) => {
    const parts = withoutPassword(whole);
    expect(parts).toEqual({ url, password });
    const draft = databaseOf({ ...EMPTY_CONNECTION, ...parts });
    expect(withoutPassword(draft.url)).toEqual(parts);
  });

  it('stays as it is typed where the url has none', () => {
    expect(withoutPassword('postgres://reader@db/shop', 'typed')).toEqual({
      url: 'postgres://reader@db/shop',
      password: 'typed',
    });
    expect(databaseOf({ ...EMPTY_CONNECTION, url: ' postgres://db/shop ', password: 'a b' }).url).toBe(
      'postgres://:a%20b@db/shop',
    );
  });

  it('is none of a file, whose path is enough', () => {
    const draft = { ...EMPTY_CONNECTION, dialect: 'duckdb' as const, password: '' };
    expect(databaseOf({ ...draft, url: '/data/exports' }).url).toBe('duckdb:///data/exports');
    expect(databaseOf({ ...draft, url: 'duckdb:///data/exports' }).url).toBe('duckdb:///data/exports');
  });

  it('is not looked for in the path of a file', () => {
    const draft = { ...EMPTY_CONNECTION, dialect: 'sqlite' as const, url: 'sqlite:///data/a.sqlite', password: 'x' };
    expect(databaseOf(draft).url).toBe('sqlite:///data/a.sqlite');
  });
});
