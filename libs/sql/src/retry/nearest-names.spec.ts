import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistance } from './edit-distance.js';
import { nearestNames } from './nearest-names.js';
import { writtenName } from './quote-name.js';
import { shopOfText } from '../schema/fixtures/table-of-text.js';

const shop = shopOfText({
  customers: ['id', 'customer_id', 'BirthDate', 'name'],
  orders: ['id', 'total', 'customer_id'],
});
const names = (wrong: string, options = {}): string[] => nearestNames(shop, wrong, options).map(({ name }) => name);

describe('nearestNames', () => {
  it('finds names with letters missing, swapped, doubled or in another case', () => {
    expect(names('custmer_id')[0]).toBe('public.customers.customer_id');
    expect(names('totla', { kind: 'column' })).toEqual(['public.orders.total']);
    expect(names('"Custommers"', { kind: 'table' })).toEqual(['public.customers']);
    expect(names('NAME', { kind: 'column' })).toEqual(['public.customers.name']);
  });

  it('finds names made of the same words', () => {
    expect(names('birth_date', { kind: 'column' })).toEqual(['public.customers.BirthDate']);
  });

  it('puts columns of the named table first', () => {
    expect(names('orders.custmer_id')[0]).toBe('public.orders.customer_id');
  });

  it('gives nothing where nothing is alike, and never more than asked for', () => {
    expect(names('zzzzzz')).toEqual([]);
    expect(names('customer_id', { limit: 1 })).toHaveLength(1);
  });
});

describe('editDistance', () => {
  it('is zero for equal texts only, the same in both directions, and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBe(editDistance(right, left));
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });

  it('counts a swap of neighbours once', () => {
    expect(editDistance('recieve', 'receive')).toBe(1);
  });
});

describe('writtenName', () => {
  it.each([
    ['public.customer', 'postgres', 'public.customer'],
    ['sales.Fact Orders', 'postgres', 'sales."Fact Orders"'],
    ['Order Lines', 'mariadb', '`Order Lines`'],
  ] as const)('%s in %s is %s', (name, dialect, written) => {
    expect(writtenName(name, dialect)).toBe(written);
  });
});
