import { describe, expect, it } from '@jest/globals';
import { databaseOf, EMPTY_CONNECTION, withoutPassword, withoutSecrets } from './connection-draft.js';

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

describe('secrets among the parameters of a connection', () => {
  const hidden = (url: string, dialect: 'postgres' | 'sqlite' = 'postgres'): object =>
    withoutSecrets({ dialect, url, password: '' });

  it.each([
    ['postgres://reader@db/shop?password=p%26ss', 'postgres://reader@db/shop', 'p&ss'],
    ['postgres://reader@db/shop?sslmode=require&PWD=secret', 'postgres://reader@db/shop?sslmode=require', 'secret'],
    ['postgres://reader:secret@db/shop?sslpassword=other', 'postgres://reader@db/shop?sslpassword=', 'secret'],
    ['postgres://reader@db/shop?sslmode=require', 'postgres://reader@db/shop?sslmode=require', ''],
    ['postgres://reader@db/shop?password=', 'postgres://reader@db/shop?password=', ''],
  ])('are taken out of %s', (whole, url, password) => {
    expect(hidden(whole)).toEqual({ dialect: 'postgres', url, password });
  });

  it('are left in the path of a file, and of its url only their names, which Assay refuses', () => {
    expect(hidden('/data/what?password=1.sqlite', 'sqlite')).toMatchObject({ url: '/data/what?password=1.sqlite' });
    expect(hidden('sqlite:///a.sqlite?password=x', 'sqlite')).toMatchObject({
      url: 'sqlite:///a.sqlite?password=',
      password: '',
    });
  });

  it('are sent as the password, however the form was left', () => {
    const draft = { ...EMPTY_CONNECTION, url: 'postgres://reader@db/shop?password=se%2Fcret' };
    expect(databaseOf(draft).url).toBe('postgres://reader:se%2Fcret@db/shop');
  });
});
