create table categories (id integer primary key, parent_id integer references categories, name text not null)
;
create table items (id integer primary key, sku text unique, title text not null, category_id integer references categories, price decimal(10,2), weight real, attributes text, tags json, released text, description text, photo blob)
;
create table buyers (id integer primary key, name text not null collate nocase, email text, city text, birthday date, signed_up datetime, referred_by integer, active boolean)
;
create table sales (id integer primary key, buyer_id integer not null references buyers, sold_at datetime, status text, channel text, total numeric, discount real, coupon text, net generated always as (total - coalesce(discount, 0)))
;
create index sales_by_buyer on sales (buyer_id, sold_at)
;
create table sale_lines (sale_id integer, line integer, item_id integer, quantity integer, unit_price real, primary key (sale_id, line)) without rowid
;
create table events (id integer primary key, buyer_id integer, at integer, kind text, page text, payload blob) strict
;
create table "Monthly Targets" ("Month" text, "Target (EUR)" real, [Région] text)
;
create virtual table notes using fts5(subject, body, item unindexed, tokenize = 'porter unicode61', prefix = '2 3')
;
create virtual table terms using fts5vocab('notes', 'row')
;
create virtual table letters using fts4(body)
;
create virtual table places using rtree(id, min_x, max_x, min_y, max_y, +label text)
;
create view sold as select i.title, sum(l.quantity) as pieces from sale_lines l join items i on i.id = l.item_id group by i.id
;
insert into categories values (1, null, 'All'), (2, 1, 'Books'), (3, 1, 'Music'), (4, 2, 'Novels'), (5, 2, 'Poetry')
;
with recursive g(n) as (select 1 union all select n + 1 from g where n < 20) insert into items select n, printf('SKU-%04d', n), 'Item ' || n, 2 + n % 4, 5 + n * 1.25, n / 3.0, json_object('color', iif(n % 2, 'red', 'blue'), 'size', json_object('h', n, 'w', n * 2), 'labels', json_array('l' || n % 4, 'x')), json_array('t' || n % 3, 'all'), date('2023-01-01', n * 20 || ' days'), 'The quick item number ' || n || ' jumps over lazy dogs', zeroblob(n % 4) from g
;
with recursive g(n) as (select 1 union all select n + 1 from g where n < 30) insert into buyers select n, 'Buyer ' || n, iif(n % 7, 'b' || n || '@example.' || iif(n % 2, 'org', 'com'), null), iif(n % 4, iif(n % 3, 'Rome', 'Oslo'), null), date('1980-02-29', n * 300 || ' days'), datetime('2023-01-01 08:00', n * 221 || ' hours'), nullif(n / 4, 0), n % 5 > 0 from g
;
with recursive g(n) as (select 1 union all select n + 1 from g where n < 200) insert into sales select n, 1 + n * 7 % 30, datetime('2023-01-02 09:30', n * 51 || ' hours'), iif(n % 4 = 0, 'paid', iif(n % 4 = 1, 'open', 'sent')), iif(n % 2, 'web', 'shop'), 10 + n * 37 % 400, iif(n % 3, null, 5.5), iif(n % 10, null, 'SPRING10') from g
;
insert into sale_lines select s.id, l.value, 1 + (s.id * l.value) % 20, 1 + (s.id + l.value) % 5, 5 + l.value * 2.5 from sales s, json_each('[1, 2, 3]') l where l.value <= 1 + s.id % 3
;
with recursive g(n) as (select 1 union all select n + 1 from g where n < 300) insert into events select n, 1 + n % 30, unixepoch('2024-01-01') + n * 2820, iif(n % 3, iif(n % 2, 'view', 'click'), 'buy'), '/p/' || n % 9, jsonb_object('n', n, 'path', json_array('home', 'p' || n % 3), 'ok', n % 6 > 0) from g
;
with recursive g(m) as (select '2023-01-01' union all select date(m, '+1 month') from g where m < '2024-06-01') insert into "Monthly Targets" select m, 1000 + 10 * strftime('%m', m), iif(strftime('%m', m) % 2, 'Süd', 'Nord') from g
;
insert into notes select title, description, id from items
;
insert into letters select description from items
;
insert into places select id, id, id + 1, id * 2, id * 2 + 3, title from items
;
pragma wal_checkpoint(truncate)
