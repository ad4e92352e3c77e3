import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CHDB, describeWith, startTestChdb, type TestChdb } from '@assay/testing';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const OTHERS = `agencies authors batches brands budgets calendars campaigns carriers channels claims clerks coupons
  currencies depots drivers fleets grades holidays invoices ledgers licences machines parcels partners plans recipes
  returns routes shifts suppliers tariffs`.split(/\s+/);

const TABLE = 'engine = MergeTree order by id';
const WAREHOUSE = [
  `create table regions (id UInt8, name String) ${TABLE}`,
  `create table stores (id UInt16, region_id UInt8, name String, opened Date) ${TABLE}`,
  `create table products (id UInt16, name String, category LowCardinality(String), price Decimal(10, 2)) ${TABLE}`,
  `create table customers (id UInt32, name String, country LowCardinality(String), birth Nullable(Date32),
     tags Array(String)) ${TABLE}`,
  `create table orders (id UInt64, customer_id UInt32, store_id UInt16, ordered DateTime('UTC'),
     status Enum8('open' = 1, 'paid' = 2, 'cancelled' = 3), total Decimal(12, 2)) ${TABLE}`,
  'create table order_lines (order_id UInt64, product_id UInt16, quantity UInt16) engine = MergeTree order by order_id',
  `create table events (id UInt64, at DateTime64(3, 'UTC'), properties Map(String, String)) ${TABLE}`,
  `create table stock (id UInt16, quantity Int32, version UInt32) engine = ReplacingMergeTree(version) order by id`,
  "create view paid_orders as select id, customer_id, total from orders where status = 'paid'",
  ...OTHERS.map((name) => `create table ${name} (id UInt32, name String, store_id UInt16) ${TABLE}`),
  "insert into regions values (1, 'North'), (2, 'South'), (3, 'East')",
  "insert into stores select number + 1, number % 3 + 1, 'Store ' || toString(number + 1), '2020-01-01' from numbers(6)",
  `insert into products values (1, 'Pen', 'office', 1.5), (2, 'Desk', 'furniture', 200), (3, 'Chair', 'furniture', 80),
     (4, 'Ink', 'office', 12.25), (5, 'Lamp', 'light', 35.1)`,
  `insert into customers select number, 'Customer ' || toString(number), if(number % 2 = 0, 'IT', 'DE'),
     if(number % 5 = 0, null, toDate32('1990-01-01')), multiIf(number = 1, ['new', 'vip'], number < 4, ['new'], [])
     from numbers(1, 10)`,
  `insert into orders select number, (number - 1) % 10 + 1, (number - 1) % 6 + 1, toDateTime('2024-01-01', 'UTC') + toIntervalDay(number),
     multiIf(number % 10 = 0, 'cancelled', number % 3 = 0, 'open', 'paid'), number + 0.25 from numbers(1, 100)`,
  'insert into order_lines select number, number % 4 + 1, 2 from numbers(1, 100)',
  `insert into events select number, toDateTime64('2024-05-01 00:00:00.125', 3, 'UTC'), map('page', if(number < 4, 'home', 'cart'))
     from numbers(10)`,
  'insert into stock values (1, 10, 1), (2, 20, 1)',
  'insert into stock values (1, 7, 2)',
];

/** Rows worked out by hand from how the warehouse is filled. */
const QUESTIONS: [question: string, sql: string, rows: unknown[][]][] = [
  ['How many orders are there?', 'SELECT count() AS orders FROM orders', [[100]]],
  [
    'Customers by country',
    'SELECT country, count() AS n FROM customers GROUP BY country ORDER BY country',
    [
      ['DE', 5],
      ['IT', 5],
    ],
  ],
  ['The total of all orders', 'SELECT sum(total) AS total FROM orders', [['5075']]],
  ['How many orders were cancelled?', "SELECT countIf(status = 'cancelled') AS cancelled FROM orders", [[10]]],
  [
    'Orders by status',
    'SELECT status, count() AS n FROM orders GROUP BY status ORDER BY n',
    [
      ['cancelled', 10],
      ['open', 30],
      ['paid', 60],
    ],
  ],
  [
    'Orders by month',
    'SELECT toStartOfMonth(ordered) AS month, count() AS n FROM orders GROUP BY month ORDER BY month',
    [
      ['2024-01-01', 30],
      ['2024-02-01', 29],
      ['2024-03-01', 31],
      ['2024-04-01', 10],
    ],
  ],
  ['The three largest orders', 'SELECT id FROM orders ORDER BY total DESC LIMIT 3', [[100], [99], [98]]],
  [
    'Orders by region',
    `SELECT r.name AS region, count() AS n FROM orders AS o INNER JOIN stores AS s ON s.id = o.store_id
     INNER JOIN regions AS r ON r.id = s.region_id GROUP BY r.name ORDER BY n DESC, region`,
    [
      ['North', 34],
      ['East', 33],
      ['South', 33],
    ],
  ],
  ['Customers without a date of birth', 'SELECT id FROM customers WHERE birth IS NULL ORDER BY id', [[5], [10]]],
  ['Which customers are VIP?', "SELECT name FROM customers WHERE has(tags, 'vip')", [['Customer 1']]],
  [
    'The average price by category',
    'SELECT category, avg(price) AS price FROM products GROUP BY category ORDER BY category',
    [
      ['furniture', 140],
      ['light', 35.1],
      ['office', 6.875],
    ],
  ],
  [
    'The smallest and the largest order',
    'SELECT min(total) AS low, max(total) AS high FROM orders',
    [['1.25', '100.25']],
  ],
  ['The most expensive product', 'SELECT argMax(name, price) AS product FROM products', [['Desk']]],
  [
    'How often is each tag used?',
    'SELECT arrayJoin(tags) AS tag, count() AS n FROM customers GROUP BY tag ORDER BY tag',
    [
      ['new', 3],
      ['vip', 1],
    ],
  ],
  [
    'The last order of each country',
    `SELECT country, id FROM (SELECT c.country AS country, o.id AS id,
     row_number() OVER (PARTITION BY c.country ORDER BY o.id DESC) AS place
     FROM orders AS o INNER JOIN customers AS c ON c.id = o.customer_id) WHERE place = 1 ORDER BY country`,
    [
      ['DE', 99],
      ['IT', 100],
    ],
  ],
  [
    'Products never ordered',
    'SELECT name FROM products WHERE id NOT IN (SELECT product_id FROM order_lines)',
    [['Lamp']],
  ],
  ['What is in stock?', 'SELECT sum(quantity) AS pieces FROM stock FINAL', [[27]]],
  [
    'Visits by page',
    "SELECT properties['page'] AS page, count() AS visits FROM events GROUP BY page ORDER BY page",
    [
      ['cart', 6],
      ['home', 4],
    ],
  ],
  ['Orders on weekends', 'SELECT count() AS n FROM orders WHERE toDayOfWeek(ordered) >= 6', [[28]]],
  [
    'The running total of the first paid orders',
    'SELECT id, sum(total) OVER (ORDER BY id) AS running FROM paid_orders ORDER BY id LIMIT 3',
    [
      [1, '1.25'],
      [2, '3.5'],
      [4, '7.75'],
    ],
  ],
];

const HOSTILE = [
  'DROP TABLE orders',
  "SELECT * FROM url('http://127.0.0.1:1/', LineAsString)",
  'SELECT sleep(3)',
  'SELECT name FROM system.users',
];

describeWith(CHDB, "questions on ClickHouse's engine", () => {
  let world: OwnWorld;
  let chdb: TestChdb;
  let workspace: string;

  beforeAll(async () => {
    chdb = await startTestChdb();
    await chdb.run('create database warehouse');
    for (const sql of WAREHOUSE) await chdb.run(sql, 'warehouse');
    world = await createWorld();
    // The only user of the engine may do everything.
    const database = { dialect: 'clickhouse', url: chdb.url('warehouse') };
    const refused = await world.api.post('/v1/workspaces', { name: 'refused', database });
    expect(refused).toMatchObject({ status: 422, body: { code: 'ROLE_TOO_POWERFUL' } });
    workspace = await world.createWorkspace({ name: 'warehouse', database: { ...database, acceptPrivileged: true } });
  });
  afterAll(async () => {
    await world?.end();
    await chdb?.stop();
  });

  it('see the forty tables, what orders them, and no key', async () => {
    const { schema } = await world.api.expect<{
      schema: { tables: { name: string; description: string; primaryKey: string[] }[] };
    }>(200, 'GET', `/v1/workspaces/${workspace}/schema`);
    expect(schema.tables).toHaveLength(40);
    const stock = schema.tables.find(({ name }) => name === 'stock');
    expect(stock?.primaryKey).toEqual([]);
    expect(stock?.description).toBe(
      'ReplacingMergeTree: rows of a key may not be merged yet. Sorted by id, not unique.',
    );
  });

  it.each(QUESTIONS)('%s', async (question, sql, rows) => {
    const { record } = await world.play(
      { sql: ({ job }) => HOSTILE[job] ?? sql },
      { workspace, question, settings: { sqlCandidates: HOSTILE.length + 1, candidateRetries: 0, stragglers: null } },
    );
    expect(record.status).toBe('GOLD');
    const valid = record.attempts[0]?.candidates.filter((candidate) => candidate.valid) ?? [];
    expect(valid.map((candidate) => candidate.sql)).toEqual([sql]);
    expect(await world.api.expect(200, 'GET', `/v1/questions/${record.id}/rows`)).toMatchObject({ rows });
  });
});
