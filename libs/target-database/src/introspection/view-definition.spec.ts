import { describe, expect, it } from '@jest/globals';
import { selectOf } from './view-definition.js';

describe('the select of a view', () => {
  it.each([
    ['create view v as select 1', 'select 1'],
    ['CREATE TEMP VIEW IF NOT EXISTS "a view" (x, y) AS\nselect 1, 2', 'select 1, 2'],
    ['create view `as` as select 1 as "as"', 'select 1 as "as"'],
    ['CREATE OR ALTER VIEW [dbo].[v]]x] WITH SCHEMABINDING AS SELECT 1', 'SELECT 1'],
    [
      '-- made by hand\ncreate view main.v /* why */ as with t as (select 1) select * from t',
      'with t as (select 1) select * from t',
    ],
  ])('of %s', (definition, select) => {
    expect(selectOf(definition)).toBe(select);
  });

  it('leaves alone what is no view', () => {
    expect(selectOf('create trigger t as begin delete from x end')).toContain('create trigger');
  });
});
