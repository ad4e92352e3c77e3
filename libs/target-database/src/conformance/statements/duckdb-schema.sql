create table categories (id integer primary key, parent_id integer, name varchar not null)
;
create table items (id integer primary key, sku varchar unique, title varchar not null, category_id integer, price decimal(10,2), weight double, attributes struct(color varchar, size struct(h integer, w integer), labels varchar[]), tags varchar[], released date, description varchar, dims integer[3])
;
create type mood as enum ('sad', 'ok', 'Very Happy')
;
create table buyers (id integer primary key, name varchar not null, email varchar, city varchar, birthday date, signed_up timestamptz, referred_by integer, active boolean, mood mood, settings map(varchar, varchar))
;
create table sales (id bigint primary key, buyer_id integer not null, sold_at timestamp, status varchar, channel varchar, total decimal(12,2), discount double, coupon varchar, ship_to json)
;
create table sale_lines (sale_id bigint, line integer, item_id integer, quantity integer, unit_price decimal(10,2), primary key (sale_id, line))
;
create table events (id bigint primary key, buyer_id integer, happened timestamp, kind varchar, page varchar, session uuid, took interval, payload json)
;
create table prices (item_id integer, since date, price decimal(10,2))
;
create table "Monthly Targets" ("Month" date, "Target (EUR)" double, "Région" varchar)
;
create table readings (sensor varchar, jan double, feb double, mar double)
;
insert into categories values (1, null, 'All'), (2, 1, 'Books'), (3, 1, 'Music'), (4, 2, 'Novels'), (5, 2, 'Poetry')
;
insert into items select n, printf('SKU-%04d', n), 'Item ' || n, 2 + n % 4, 5 + n * 1.25, n / 3, {'color': ['red', 'green', 'blue'][1 + n % 3], 'size': {'h': n, 'w': n * 2}, 'labels': ['l' || n % 4, 'x']}, ['t' || n % 3, 'all'], date '2023-01-01' + (n * 20)::integer, 'The quick item number ' || n || ' jumps over lazy dogs', [n, n + 1, n + 2] from range(1, 21) t(n)
;
insert into buyers select n, 'Buyer ' || n, case when n % 7 > 0 then 'b' || n || '@example.' || ['org', 'com', 'net'][1 + n % 3] end, ['Rome', 'Oslo', 'Lyon', null][1 + n % 4], date '1980-02-29' + (n * 300)::integer, timestamptz '2023-01-01 08:00:00+00' + n * interval 221 hour, nullif(n // 4, 0), n % 5 > 0, ['sad', 'ok', 'Very Happy'][1 + n % 3], map {'theme': 'dark', 'n': n::varchar} from range(1, 31) t(n)
;
insert into sales select n, 1 + n * 7 % 30, timestamp '2023-01-02 09:30:00' + n * interval 51 hour, ['paid', 'open', 'void', 'sent'][1 + n % 4], ['web', 'shop'][1 + n % 2], 10 + n * 37 % 400, case when n % 3 = 0 then 5.5 end, case when n % 10 = 0 then 'SPRING10' end, json_object('zip', printf('%05d', n), 'city', 'Rome') from range(1, 201) t(n)
;
insert into sale_lines select s.id, l, 1 + (s.id * l) % 20, 1 + (s.id + l) % 5, 5 + l * 2.5 from sales s, range(1, 4) r(l) where l <= 1 + s.id % 3
;
insert into events select n, 1 + n % 30, timestamp '2024-01-01' + n * interval 47 minute, ['view', 'click', 'buy', 'error'][1 + n % 4], '/p/' || n % 9, md5((n // 5)::varchar)::uuid, n % 90 * interval 1 second, json_object('n', n, 'path', json_array('home', 'p' || n % 3), 'ok', n % 6 > 0) from range(1, 301) t(n)
;
insert into prices select id, date '2023-01-01' + (100 * k)::integer, price + k from items, range(5) r(k)
;
insert into "Monthly Targets" select m, 1000 + 10 * month(m), ['Süd', 'Nord'][1 + month(m) % 2] from (select unnest(generate_series(date '2023-01-01', date '2024-06-01', interval 1 month)) as m)
;
insert into readings values ('a', 1.5, 2.5, null), ('b', 3, 4, 5)
