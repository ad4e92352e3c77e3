import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connectError, faultOf, isSuspicious, statementError } from './errors.js';
import type { WireError } from './pipeline.js';
import { valueQuery } from './queries.js';
import { afterwards, readOnlyTransaction, statementSteps } from './transaction.js';
import { readerOf, type WireType } from './values.js';

const LIMITS = { statementTimeoutMs: 1234, maxRows: 10, maxBytes: 1000 };

const wireError = (code: string | undefined, more: Partial<WireError> = {}): WireError =>
  Object.assign(new Error('message of the server'), { code, ...more });

describe("PostgreSQL's errors", () => {
  it.each([
    ['42601', null],
    ['42P01', null],
    ['57014', null],
    ['53400', null],
    ['22012', null],
    ['08006', 'TARGET_CONNECTION_LOST'],
    ['57P01', 'TARGET_CONNECTION_LOST'],
    ['53300', 'TARGET_OVERLOADED'],
    ['40001', 'TARGET_LOCKED'],
    ['55P03', 'TARGET_LOCKED'],
    ['ECONNRESET', 'TARGET_CONNECTION_LOST'],
    [undefined, 'TARGET_CONNECTION_LOST'],
  ])('%s is the fault of %s', (code, fault) => {
    expect(faultOf(wireError(code))?.code ?? null).toBe(fault);
  });

  it('end the connection after a forbidden statement, not after a mistake', () => {
    expect(['25006', '57014', '42501', 'XX000', '08006'].every((code) => isSuspicious(wireError(code)))).toBe(true);
    expect(['42601', '42703', '22012', '42883'].some((code) => isSuspicious(wireError(code)))).toBe(false);
  });

  it('report the position in the statement, not in its prefix', () => {
    expect(statementError(wireError('42703', { position: '28', hint: 'try this' }), 20)).toMatchObject({
      position: 8,
      hint: 'try this',
      code: '42703',
    });
    for (const position of ['3', '1e99', '30.5', 'x']) {
      expect(statementError(wireError('42703', { position }), 20).position).toBeNull();
    }
    expect(statementError(wireError('22012'), 0).position).toBeNull();
  });

  it('say why connecting failed in our own words', () => {
    expect(connectError(wireError('28P01'))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(connectError(wireError('3D000')).message).toContain('no such database');
    expect(connectError(wireError('53300'))).toMatchObject({ code: 'TARGET_OVERLOADED', retryable: true });
    expect(connectError(wireError('ECONNREFUSED'))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: true });
    expect(connectError(wireError('28P01')).message).not.toContain('message of the server');
  });
});

describe("PostgreSQL's transaction", () => {
  it('is read-only, limited, rolled back, and leaves the session as it was opened', () => {
    const run = { sql: 'select 1', explain: true, execute: true, offset: 0, limits: LIMITS };
    const steps = readOnlyTransaction('"pg_catalog"', LIMITS.statementTimeoutMs, statementSteps(run));
    expect(steps.map((step) => step.text.split(' ')[0])).toEqual(['BEGIN', 'select', 'EXPLAIN', 'select']);
    expect(steps[0]?.text).toContain('READ ONLY');
    expect(steps[1]?.values?.[0]).toBe('1234');
    expect(steps[3]).toMatchObject({ text: 'select 1', maxRows: 11, returnsRows: true });
    const texts = (keeps: boolean): string[] => afterwards(keeps).map((step) => step.text);
    expect(texts(false)).toEqual(['ROLLBACK', 'DISCARD ALL']);
    expect(texts(true)).toEqual(['ROLLBACK', 'RESET ALL', 'select pg_catalog.pg_advisory_unlock_all()']);
  });

  it('explains what it does not execute, and executes without a plan where none is asked for', () => {
    const texts = (explain: boolean): string[] =>
      statementSteps({ sql: 'select 1', explain, execute: !explain, offset: 0, limits: LIMITS }).map(
        ({ text }) => text,
      );
    expect(texts(true)).toEqual(['EXPLAIN (COSTS OFF) select 1']);
    expect(texts(false)).toEqual(['select 1']);
  });

  it('serves a page by a cursor, so that the statement stays as it is', () => {
    const run = { sql: 'select 1', explain: false, execute: true, offset: 20, limits: LIMITS };
    expect(statementSteps(run).map((step) => step.text)).toEqual([
      'DECLARE assay_page NO SCROLL CURSOR FOR select 1',
      'MOVE FORWARD 20 FROM assay_page',
      'FETCH FORWARD 11 FROM assay_page',
    ]);
  });

  it('quotes what it did not write itself', () => {
    const relation = { schema: 's"x', name: 't' };
    const built = valueQuery({ relation, columns: ['c"d'], values: ['a"b\\c', '50%'], prefix: true, rows: 5 });
    expect(built.sql).toContain('"s""x"."t"');
    expect(built.parameters).toEqual(['{"a\\"b\\\\\\\\c%","50\\\\%%"}']);
  });
});

describe("PostgreSQL's arrays", () => {
  const types: Record<number, WireType> = {
    1: { name: 'text', element: 0, delimiter: ',' },
    2: { name: '_text', element: 1, delimiter: ',' },
    3: { name: 'box', element: 0, delimiter: ';' },
    4: { name: '_box', element: 3, delimiter: ';' },
  };
  const typeOf = (oid: number): WireType => types[oid] ?? { name: '?', element: 0, delimiter: ',' };
  const read = readerOf(typeOf(2), typeOf);

  it('come back whatever their texts hold', () => {
    const write = (items: (string | null)[]): string =>
      `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'binary' }))), (items) => {
        expect(read(write(items))).toEqual(items);
      }),
    );
  });

  it.each([
    ['{}', []],
    [
      '{{a,b},{c,NULL}}',
      [
        ['a', 'b'],
        ['c', null],
      ],
    ],
    ['[2:3]={a,b}', '[2:3]={a,b}'],
    ['{a', ['a']],
    ['{'.repeat(9), [[[[[['{{{']]]]]]],
  ])('%s', (text, cell) => {
    expect(read(text)).toEqual(cell);
  });

  it('are read however deep a text seems to nest', () => {
    expect(JSON.stringify(read('{'.repeat(100_000))).length).toBeGreaterThan(99_000);
  });

  it('are separated as their element wants', () => {
    expect(readerOf(typeOf(4), typeOf)('{(1,2),(3,4);(5,6),(7,8)}')).toEqual(['(1,2),(3,4)', '(5,6),(7,8)']);
  });
});
