create or replace table customers (id UInt32, name String, email String, city Nullable(String), country LowCardinality(String), tags Array(String), attrs Map(String, String), created Date, region_id UInt32, segment LowCardinality(String)) engine = MergeTree order by id
;
create or replace table orders (id UInt64, customer_id UInt32, product_id UInt32, total Decimal(12, 2), currency LowCardinality(String), status LowCardinality(String), country LowCardinality(String), ordered_at DateTime, shipped_at Nullable(DateTime), discount Nullable(Decimal(12, 2)), note Nullable(String), tags Array(String)) engine = MergeTree order by id
;
create or replace table events (id UInt64, user_id UInt64, type LowCardinality(String), url String, duration UInt32, ts DateTime64(3), props String, params Map(String, UInt64), ip IPv4, uid UUID, data JSON) engine = MergeTree order by user_id sample by user_id
;
create or replace table products (id UInt32, name String, category LowCardinality(String), price Decimal(10, 2), cost Decimal(10, 2), sizes Array(Float64), info Tuple(w Float64, h Float64), added Date) engine = MergeTree order by id
;
create or replace table stock (product_id UInt32, day Date, level Int32, version UInt32) engine = ReplacingMergeTree(version) order by (product_id, day)
;
create or replace table employees (id UInt32, name String, manager_id UInt32, salary Decimal(12, 2), dept String) engine = MergeTree order by id
;
create or replace table order_items (order_id UInt64, product_id UInt32, qty UInt32, price Decimal(10, 2)) engine = MergeTree order by order_id
;
create or replace table trades (symbol String, ts DateTime, price Float64) engine = MergeTree order by (symbol, ts)
;
create or replace table quotes (symbol String, ts DateTime, bid Float64, ask Float64) engine = MergeTree order by (symbol, ts)
;
create or replace table visitors (day Date, users AggregateFunction(uniq, UInt64), spent AggregateFunction(sum, Decimal(12, 2))) engine = AggregatingMergeTree order by day
