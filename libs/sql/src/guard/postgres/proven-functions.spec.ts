import { describe, expect, it } from '@jest/globals';
import type { CatalogFunction, DatabaseCatalog } from '../database-catalog.js';
import { guardView } from '../guard.js';

const EMPTY: DatabaseCatalog = {
  version: 'one',
  columnStamps: new Map(),
  relations: [],
  functions: [],
  operators: [],
  casts: [],
  types: [],
  orderings: [],
  builtInNames: new Set(['text', 'numeric', 'concat', 'replace', 'repeat']),
};

/** SQL function of a text. */
const own = (name: string, body: string): CatalogFunction => ({
  schema: 'shop',
  name,
  fewest: 1,
  most: 1,
  outNames: [],
  returns: 25,
  extension: null,
  definition: `CREATE OR REPLACE FUNCTION shop.${name}(x text) RETURNS text LANGUAGE sql IMMUTABLE ${body}`,
});
const quoted = (text: string): string => `AS $function$ ${text} $function$`;
const chain = (count: number, body: (inner: string) => string): CatalogFunction[] =>
  Array.from({ length: count }, (_, level) => own(`f${level + 1}`, body(level === 0 ? 'x' : `f${level}(x)`)));
const judge = (view: string, functions: CatalogFunction[]): ReturnType<typeof guardView> =>
  guardView(view, 'postgres', { catalog: { ...EMPTY, functions } });

describe('own functions that make texts longer', () => {
  it.each([
    ['a body in quotes', chain(8, (inner) => quoted(`select ${inner} || ${inner} || ${inner} || ${inner}`))],
    ['RETURN', chain(8, (inner) => `RETURN (${inner} || ${inner} || ${inner} || ${inner})`)],
    ['BEGIN ATOMIC', chain(8, (inner) => `BEGIN ATOMIC SELECT concat(${inner}, ${inner}, ${inner}, ${inner}); END`)],
    ['other functions', chain(8, (inner) => quoted(`select replace(${inner}, 'a', repeat('a', 50))`))],
  ])('are refused at the eighth level, by %s', async (_, functions) => {
    expect(await judge('SELECT f1(name) AS n FROM people', functions)).toMatchObject({ allowed: true });
    expect(await judge('SELECT f8(name) AS n FROM people', functions)).toMatchObject({ allowed: false });
  });

  it.each([
    ['calls', `SELECT ${'twice('.repeat(20)}name${')'.repeat(20)} AS n FROM people`],
    [
      'queries that lead to each other',
      `WITH c0 AS (SELECT name AS n FROM people), ${Array.from({ length: 20 }, (_, at) => `c${at + 1} AS (SELECT twice(n) AS n FROM c${at})`).join(', ')} SELECT n FROM c20`,
    ],
  ])('are refused where the view multiplies them by %s', async (_, view) => {
    expect(await judge(view, [own('twice', quoted('select x || x'))])).toMatchObject({ rule: 'bulk' });
  });

  it('are allowed where texts stay short, also in many columns and through all levels', async () => {
    const functions = chain(8, (inner) => quoted(`select '(' || ${inner} || ')'`));
    const columns = Array.from({ length: 40 }, (_, at) => `f8(name) AS n${at}`).join(', ');
    expect(await judge(`SELECT ${columns} FROM people`, functions)).toMatchObject({ allowed: true });
    const price = own('net', quoted('select (x::numeric * 1.19)::text'));
    expect(await judge('SELECT net(net(price)) AS n FROM people', [price])).toMatchObject({ allowed: true });
  });
});
