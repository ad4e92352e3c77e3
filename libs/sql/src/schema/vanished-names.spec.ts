import { describe, expect, it } from '@jest/globals';
import { shopOfText } from './fixtures/table-of-text.js';
import { schemaNames, VanishedNames } from './vanished-names.js';

const BEFORE = shopOfText({
  orders: ['id', 'customer_id', 'Discount', 'status'],
  customers: ['id', 'name', 'status'],
  returns: ['id', 'order_id'],
});
const AFTER = shopOfText({ orders: ['id', 'customer_id'], customers: ['id', 'name', 'status'] });
const vanished = new VanishedNames(schemaNames(BEFORE), AFTER);
const inSql = (sql: string): string[] => vanished.inSql(sql, 'postgres');

describe('VanishedNames', () => {
  it('finds tables that are gone, and columns by alias, by table and alone', () => {
    expect(inSql('select count(*) from public.returns')).toEqual(['returns']);
    expect(inSql('select o.discount from orders o')).toEqual(['orders.discount']);
    expect(inSql('select orders."Discount" from orders')).toEqual(['orders.discount']);
    expect(inSql('select id from orders where discount > 3')).toEqual(['orders.discount']);
  });

  it('finds them in statements of several queries', () => {
    const sql = `with big as (select customer_id, sum(discount) as total from orders group by 1)
      select c.name, b.total from customers c join big b on b.customer_id = c.id where exists (select 1 from returns)`;
    expect(inSql(sql)).toEqual(['returns', 'orders.discount']);
  });

  it('takes nothing for gone that may be something else', () => {
    expect(inSql('select o.id from orders o')).toEqual([]);
    expect(inSql("select id from orders where id = 'discount' -- discount")).toEqual([]);
    expect(inSql('select count(*) as discount from orders order by discount')).toEqual([]);
    expect(
      inSql('select c.status from orders o join customers c on c.id = o.customer_id where status is null'),
    ).toEqual([]);
    expect(inSql('with returns as (select id from orders) select count(*) from returns')).toEqual([]);
    expect(inSql('select discount(id) from orders')).toEqual([]);
  });

  it('has nothing to say where all is there, and of what comes back', () => {
    const back = new VanishedNames(schemaNames(BEFORE), BEFORE);
    expect(back.isEmpty).toBe(true);
    expect(back.inSql('select o.discount from orders o join returns r on r.order_id = o.id', 'postgres')).toEqual([]);
  });

  it('finds names in notes where they are written as identifiers', () => {
    expect(vanished.inText('Net is amount minus orders.discount.')).toEqual(['orders.discount']);
    expect(vanished.inText('Use `discount`, never the price.')).toEqual(['orders.discount']);
    expect(vanished.inText('order_id of "returns" may be null')).toEqual(['returns', 'returns.order_id']);
    expect(vanished.inText('A discount is given to members; returns are free.')).toEqual([]);
    expect(vanished.inText('customers.status and customer_id')).toEqual([]);
  });
});
