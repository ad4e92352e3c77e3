import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema } from '@assay/contracts';
import { withheldError, withoutValues } from './withheld-error.js';

const column = { type: 'text', nullable: true, description: null, examples: [] };
const schema: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [
    {
      schema: 'public',
      name: 'customer',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [
        { ...column, name: 'customer_id' },
        { ...column, name: 'city' },
      ],
      primaryKey: [],
      foreignKeys: [],
    },
  ],
};
const sql = "SELECT city::integer, custmer_id FROM customer WHERE city = 'Rome' LIMIT 10";
const told = (message: string): string => withoutValues(message, { sql, schema });

describe('an error without the values of the database', () => {
  it.each([
    ['invalid input syntax for type integer: "Bologna"', 'invalid input syntax for type integer: [withheld]'],
    ['invalid input syntax for type integer: "it"s a "value"', 'invalid input syntax for type integer: [withheld]'],
    ['bad value: "half of it', 'bad value: [withheld]'],
    ["Incorrect integer value: 'Bolo''gna'", 'Incorrect integer value: [withheld]'],
    ['relation "Bologna" does not exist', 'relation [withheld] does not exist'],
    ['value 770011 is out of range', 'value [withheld] is out of range'],
    ['syntax error in tsquery: "Rom"', 'syntax error in tsquery: [withheld]'],
    ['date/time field value out of range: "2024-13-45"', 'date/time field value out of range: [withheld]'],
  ])('blanks what a cell holds: %s', (message, expected) => {
    expect(told(message)).toBe(expected);
  });

  it.each([
    'column "custmer_id" does not exist',
    'Perhaps you meant to reference the column "customer.customer_id".',
    "Unknown column 'custmer_id' in 'customer'",
    'syntax error at or near "LIMIT 10"',
    'LIMIT 10 is refused',
    "no rows for 'Rome'",
  ])('keeps what the statement says and what the schema is called: %s', (message) => {
    expect(told(message)).toBe(message);
  });

  it('keeps nothing that is quoted where the data is at fault', () => {
    const error = { category: 'EXECUTION_ERROR' as const, code: '22P02', hint: null, position: null };
    const message = 'invalid input syntax for type integer: "Rome" and "secret" at 10';
    expect(withheldError({ ...error, message }, { sql, schema }).message).toBe(
      'invalid input syntax for type integer: [withheld] at [withheld]',
    );
  });

  it('does so in the hint too, whatever the category', () => {
    const error = { category: 'SCHEMA_ERROR' as const, code: '42P01', message: 'no "Torino"', position: 3 };
    expect(withheldError({ ...error, hint: 'like "Torino"' }, { sql, schema })).toEqual({
      ...error,
      message: 'no [withheld]',
      hint: 'like [withheld]',
    });
  });
});
