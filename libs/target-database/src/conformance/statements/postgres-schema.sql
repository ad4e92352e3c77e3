alter default privileges grant select on tables to public
;
create table categories (id int primary key, parent_id int references categories, name text not null)
;
create table items (id int primary key, sku text unique, title text not null, category_id int references categories, price numeric(10,2), weight real, attributes jsonb, tags text[], released date, description text)
;
create table buyers (id int primary key, name text not null, email text, city text, country char(2), birthday date, signed_up timestamptz, referred_by int references buyers, active boolean, settings jsonb)
;
create table sales (id bigint primary key, buyer_id int not null references buyers, sold_at timestamp not null, status text, channel text, total numeric(12,2), discount numeric(5,2), coupon text, ship_to json)
;
create table sale_lines (sale_id bigint references sales, line int, item_id int references items, quantity int, unit_price numeric(10,2), primary key (sale_id, line))
;
create table events (id bigint primary key, buyer_id int, at timestamptz, kind text, page text, session uuid, ip inet, took interval, payload jsonb)
;
create table prices (item_id int references items, during daterange, price numeric(10,2))
;
create table "Monthly Targets" ("Month" date, "Target (EUR)" numeric, "Région" text)
;
insert into categories values (1, null, 'All'), (2, 1, 'Books'), (3, 1, 'Music'), (4, 2, 'Novels'), (5, 2, 'Poetry')
;
insert into items select n, 'SKU-' || lpad(n::text, 4, '0'), 'Item ' || n, 2 + n % 4, 5 + n * 1.25, n / 3.0, jsonb_build_object('color', (array['red', 'green', 'blue'])[1 + n % 3], 'size', jsonb_build_object('h', n, 'w', n * 2), 'labels', jsonb_build_array('l' || n % 4, 'x')), array['t' || n % 3, 'all'], date '2023-01-01' + n * 20, 'The quick item number ' || n || ' jumps over lazy dogs' from generate_series(1, 20) n
;
insert into buyers select n, 'Buyer ' || n, case when n % 7 > 0 then 'b' || n || '@example.' || (array['org', 'com', 'net'])[1 + n % 3] end, (array['Rome', 'Oslo', 'Lyon', null])[1 + n % 4], (array['IT', 'NO', 'FR'])[1 + n % 3], date '1980-02-29' + n * 300, timestamptz '2023-01-01 08:00+00' + n * interval '9 days 5 hours', nullif(n / 4, 0), n % 5 > 0, '{"mail": {"weekly": true}, "theme": "dark"}' from generate_series(1, 30) n
;
insert into sales select n, 1 + n * 7 % 30, timestamp '2023-01-02 09:30' + n * interval '2 days 3 hours', (array['paid', 'open', 'void', 'sent'])[1 + n % 4], (array['web', 'shop'])[1 + n % 2], 10 + n * 37 % 400, case when n % 3 = 0 then 5.5 end, case when n % 10 = 0 then 'SPRING10' end, json_build_object('zip', lpad(n::text, 5, '0'), 'city', 'Rome') from generate_series(1, 200) n
;
insert into sale_lines select s.id, l, 1 + (s.id * l) % 20, 1 + (s.id + l) % 5, 5 + l * 2.5 from sales s, generate_series(1, 3) l where l <= 1 + s.id % 3
;
insert into events select n, 1 + n % 30, timestamptz '2024-01-01 00:00+00' + n * interval '47 minutes', (array['view', 'click', 'buy', 'error'])[1 + n % 4], '/p/' || n % 9, md5((n / 5)::text)::uuid, ('10.0.' || n % 4 || '.' || n % 250)::inet, n % 90 * interval '1 second', jsonb_build_object('n', n, 'path', jsonb_build_array('home', 'p' || n % 3), 'ok', n % 6 > 0) from generate_series(1, 300) n
;
insert into prices select id, daterange(date '2023-01-01' + 100 * k, date '2023-01-01' + 100 * k + 100), price + k from items, generate_series(0, 4) k
;
insert into "Monthly Targets" select m, 1000 + 10 * extract(month from m), (array['Süd', 'Nord'])[1 + (extract(month from m)::int % 2)] from generate_series(date '2023-01-01', date '2024-06-01', interval '1 month') m
