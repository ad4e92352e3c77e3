select b.name, count(*) filter (where s.status = 'paid') as paid, total(s.total) as spent from buyers b left join sales s on s.buyer_id = b.id group by b.id order by paid desc nulls last limit 5
;
SELECT strftime('%Y-%m', sold_at) AS "Month", SUM(total) AS revenue, SUM(SUM(total)) OVER (ORDER BY strftime('%Y-%m', sold_at)) AS running FROM sales GROUP BY 1 ORDER BY 1
;
with recursive days(d) as (values('2023-02-01') union all select date(d, '+1 day') from days where d < '2023-02-28') select d, ifnull(sum(s.total), 0) from days left join sales s on date(s.sold_at) = d group by d
;
with recursive tree(id, name, depth, path) as (select id, name, 0, name from categories where parent_id is null union all select c.id, c.name, depth + 1, path || ' > ' || c.name from tree join categories c on c.parent_id = tree.id order by 3 desc) select substr('          ', 1, depth * 2) || name, path from tree
;
with recursive fib(a, b) as (select 0, 1 union all select b, a + b from fib limit 15) select group_concat(a, ' ') from fib
;
with recursive split(word, rest) as (select '', description || ' ' from items where id = 1 union all select substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) from split where rest <> '') select word, count(*) from split where word <> '' group by word
;
select value, count(*) from items, json_each(items.tags) group by value order by 2 desc
;
select i.id, j.key, j.value, j.type, j.atom, j.fullkey, j.path from items i, json_tree(i.attributes) j where j.type = 'integer' and i.id < 4
;
select attributes ->> 'color' as color, attributes -> '$.size' as size, attributes ->> '$.size.h' + 1 as h, attributes ->> '$.labels[0]' as first, attributes ->> '$.labels[#-1]' as last from items
;
select attributes -> 'size' ->> 'w' as w, count(*) from items group by attributes ->> 'color' having w > 2
;
select json_extract(attributes, '$.color', '$.size.w'), json_type(attributes, '$.labels'), json_array_length(attributes, '$.labels'), json_valid(attributes) from items limit 2
;
select json_group_array(json_object('id', id, 'total', total) order by total desc) from sales where id < 5
;
select json_group_object(status, n) from (select status, count(*) as n from sales group by status)
;
select json_set(attributes, '$.size.d', 5), json_remove(attributes, '$.labels', '$.size'), json_insert(attributes, '$.new', json('[1]')), json_replace(attributes, '$.color', 'none'), json_patch(attributes, '{"color":null}') from items limit 1
;
select json_quote('it''s'), json('{"a" : [1, 2]}'), json_pretty(attributes), json_error_position('{"a":}') from items limit 1
;
select payload ->> '$.n' as n, json(payload), jsonb_extract(payload, '$.path') is not null, json(jsonb_set(payload, '$.x', 1)) from events limit 2
;
select e.id, p.value as step, p.key as place from events e join json_each(e.payload, '$.path') p where e.id <= 5 order by e.id, p.key desc
;
select rank() over w, dense_rank() over w, row_number() over w, ntile(4) over w, percent_rank() over w, cume_dist() over w from sales window w as (order by total desc)
;
select id, total, lag(total) over (partition by buyer_id order by sold_at), lead(total, 2, 0) over (partition by buyer_id order by sold_at), total - first_value(total) over (partition by buyer_id order by sold_at) from sales
;
select id, sum(total) over (order by id rows between 2 preceding and 2 following exclude current row) from sales where id < 20
;
select id, avg(total) over (order by julianday(sold_at) range between 7 preceding and current row) as week_mean from sales
;
select id, count(*) over (order by discount groups between 1 preceding and 1 following exclude ties), nth_value(id, 2) over (order by id groups current row exclude group) from sales
;
select id, sum(total) filter (where status = 'paid') over (partition by channel order by id) from sales
;
select sum(total) over w2, rank() over (w1 order by total) from sales window w1 as (partition by status), w2 as (w1 order by id rows unbounded preceding)
;
select subject, snippet(notes, 1, '<b>', '</b>', '…', 8), bm25(notes, 10.0, 1.0) as score from notes where notes match 'quick AND lazy' order by score limit 3
;
select rowid, highlight(notes, 0, '[', ']') from notes where notes match 'subject : item NOT body : cat' order by rank limit 5
;
select count(*) from notes
;
select subject from notes where notes match '"lazy dogs" OR num*' and item > 3 limit 5
;
select n.subject, i.price from notes n join items i on i.id = n.item where n.body match 'NEAR(quick jumps, 6)' and i.price < 15
;
select * from notes where notes = 'jump' order by bm25(notes) limit 2
;
select i.title, n.rank from notes('quick OR lazy') n join items i on i.id = n.item order by n.rank limit 5
;
select term, doc, cnt from terms where cnt > 1 order by cnt desc limit 5
;
select docid, snippet(letters), length(offsets(letters)) from letters where letters match 'lazy NEAR/3 over' limit 2
;
select body from letters where body match 'quick -cat' and docid between 2 and 4
;
select id, label from places where min_x >= 3 and max_x <= 9 and min_y < 14
;
select a.id, b.id from places a join places b on a.id < b.id and a.max_x >= b.min_x and a.min_x <= b.max_x and a.max_y >= b.min_y limit 5
;
select count(*), min(min_x), max(max_y) from places
;
select sold_at, date(sold_at, 'start of month', '+1 month', '-1 day') as month_end, time(sold_at), strftime('%W', sold_at) as week, strftime('%w', sold_at) in ('0', '6') as weekend, strftime('%j %H:%M %s', sold_at) from sales limit 3
;
select datetime(at, 'unixepoch') as at, datetime(at, 'auto'), date(at, 'unixepoch', 'weekday 0'), strftime('%Y-W%W', at, 'unixepoch') from events limit 2
;
select julianday('2024-03-01') - julianday('2024-02-01') as days, unixepoch('2024-01-01 00:00:00'), timediff('2024-03-01', '2023-12-25'), date('2024-02-29', '+1 year'), date('now', 'localtime') >= '2020', time('12:00', '-30 minutes')
;
select name, cast((julianday('2024-06-01') - julianday(birthday)) / 365.25 as integer) as age from buyers where strftime('%m-%d', birthday) > '06-01' order by birthday limit 4
;
select date('2024-01-31', '+1 month', 'floor'), date('2024-01-31', '+1 month', 'ceiling'), strftime('%d.%m.%Y %I:%M %p', '2024-01-31 15:04'), datetime('2024-01-01', 'subsec')
;
select cast(strftime('%Y', sold_at) as int) as y, (cast(strftime('%m', sold_at) as int) + 2) / 3 as q, round(avg(total), 2) from sales group by y, q
;
select channel, sum(case status when 'paid' then total else 0 end) as paid, sum(case when status = 'open' then total end) as open, sum(iif(status = 'sent', total, 0)) as sent from sales group by channel
;
select channel, status, sum(total) from sales group by channel, status union all select channel, 'all', sum(total) from sales group by channel union all select null, null, sum(total) from sales order by 1 nulls last, 2
;
select upper(substr(title, 1, 1)) || lower(substr(title, 2)), length(title), replace(sku, 'SKU-', '#'), trim('  x '), ltrim('007', '0'), rtrim('x--', '-'), instr(sku, '-'), hex(title), quote(title), unicode('€'), char(8364, 65) from items limit 1
;
select printf('%08.2f', total), format('%s|%-10s|%5d|%x', 'a', 'b', 42, 255), printf('%,d', 1234567), printf('%.3e', total), printf('%%') from sales limit 1
;
select substr(email, instr(email, '@') + 1) as domain, count(*) as n from buyers where email is not null group by domain having n > 1
;
select concat(name, null, '!'), concat_ws(', ', name, null, city), string_agg(name, '; ') over (), octet_length('naïve'), length('naïve'), unhex('4142') from buyers limit 2
;
select 'abc' like 'A%', 'a_c' like 'a!_c' escape '!', 'abc' glob '[a-c]*', 'Abc' collate nocase = 'abc', 'abc' not like '%d', not 'x' glob '?y'
;
select name from buyers where name like 'buyer 1_' or name glob 'Buyer [23]?' order by name collate binary desc
;
select 7 / 2, 7 % 3, 7.0 / 2, 5 & 3, 5 | 3, ~5, 1 << 4, 256 >> 2, -7 / 2, + 3, - -3, 0x1F, 1e3, .5, 5., 1_000_000
;
select round(avg(total), 2), abs(-3), sign(-2), ceil(1.2), floor(-1.2), trunc(1.9), sqrt(2), exp(1), ln(10), log(100), log2(8), log(2, 8), pow(2, 0.5), pi(), degrees(pi()), mod(7, 3), max(1, 5, 3), min('a', 'b') from sales
;
select sin(1), cos(1), tan(1), asin(1), acos(1), atan2(1, 2), sinh(1), radians(180)
;
select total / 3 as third, typeof(total), typeof(id), typeof(null), typeof(1.0), typeof(x'00'), cast('12abc' as integer), cast(3.9 as int), cast(12 as text) || '', cast(x'41' as text) from sales limit 1
;
select coalesce(coupon, 'none'), ifnull(discount, 0), nullif(coupon, ''), iif(total > 100, 'big', 'small'), likely(total > 0), unlikely(total < 0) from sales limit 3
;
select count(*), count(coupon), count(distinct buyer_id), sum(distinct total), group_concat(distinct status), group_concat(id, '/') filter (where id < 4) from sales
;
select 1 is 1, null is null, null is not 1, 1 isnull, 1 notnull, 1 not null, 1 is distinct from null, 1 is not distinct from 1, true, false, not true, 1 = true, null is true, 0 is not true
;
select id, (total, discount) is (47, null), (id, total) < (5, 100), (status, channel) in (values ('paid', 'web'), ('paid', 'shop')) from sales limit 4
;
select id from items where (category_id, price) in (select category_id, max(price) from items group by category_id)
;
select category_id, title, max(price) from items group by category_id
;
select name from buyers b where not exists (select 1 from sales where buyer_id = b.id) and b.id not in (select referred_by from buyers where referred_by is not null)
;
select name, (select max(total) from sales s where s.buyer_id = b.id) as best, (select count(*) from sales s where s.buyer_id = b.id and s.total > 100) as large from buyers b order by best desc limit 3
;
select a.id, b.id, c.id from buyers a left join buyers b on a.referred_by = b.id left outer join buyers c on b.referred_by = c.id
;
select * from sales natural join (select sale_id as id, sum(quantity) as pieces from sale_lines group by sale_id)
;
select i.title, c.name from items i right join categories c on c.id = i.category_id union select i.title, null from items i full outer join sale_lines l on l.item_id = i.id where l.item_id is null
;
select m."Month", m."Target (EUR)", m.[Région] as `région ü`, sum(s.total) from "Monthly Targets" as m left join sales s on strftime('%Y-%m-01', s.sold_at) = m."Month" group by 1, 2, 3
;
select [Month], `Target (EUR)` from [Monthly Targets] where "Région" = 'Süd' limit 2
;
SELECT /* best */ title -- name
, pieces FROM sold /* unclosed is fine here */ WHERE title <> '-- no' AND title != '/* none */' ORDER BY pieces DESC, title ASC LIMIT 3, 2
;
select s.status as "Status""quoted", max(total) 'max total', min(total) as [a.b], avg(total) `select` from sales s group by 1
;
select count(*) AS '件数', 'Σ' || sum(total) as "Σ Umsatz" from sales
;
values (1, 'one'), (2, 'two'), (3, null)
;
select column1, column2 from (values (1, 'a'), (2, 'b')) where column1 > 1
;
with v(day, score) as (values ('2024-01-01', 3.5), ('2024-02-01', null)) select day from v where score is not null
;
select id from sales where total > 300 intersect select sale_id from sale_lines where quantity > 2 except select 5
;
select * from (select id, 'sale' as kind from sales order by id limit 2) union all select * from (select id, kind from events order by id desc limit 2)
;
with a as materialized (select item_id, sum(quantity) q from sale_lines group by 1), b as not materialized (select id from items) select count(*) from b left join a on a.item_id = b.id where q is null
;
with x as (with y as (select total as t from sales) select t from y where t > 100) select avg(t) from x
;
select x.n, y.m from (select 1 as n union select 2) x cross join (select 3 as m) y
;
select rowid, oid, _rowid_, id from sales order by rowid desc limit 1
;
select * from sales indexed by sales_by_buyer where buyer_id = 3
;
select total from sales not indexed where +buyer_id = 3 order by sold_at collate rtrim
;
select net, total - net as diff from sales where discount is not null limit 2
;
with d as (select distinct date(sold_at) as day from sales), g as (select day, julianday(day) - row_number() over (order by day) as grp from d) select min(day), max(day), count(*) as run from g group by grp having run >= 1 order by run desc limit 3
;
with ordered as (select total, row_number() over (order by total) as rn, count(*) over () as n from sales) select avg(total) as median from ordered where rn in ((n + 1) / 2, (n + 2) / 2)
;
select median(total), percentile(total, 90), percentile_cont(total, 0.25), percentile_disc(total, 0.75) from sales
;
with firsts as (select buyer_id, min(strftime('%Y-%m', sold_at)) as cohort from sales group by 1) select cohort, strftime('%Y-%m', s.sold_at) as month, count(distinct s.buyer_id) from firsts join sales s using (buyer_id) group by 1, 2
;
with gaps as (select buyer_id, at, at - lag(at) over (partition by buyer_id order by at) > 86400 as fresh from events) select buyer_id, at, sum(ifnull(fresh, 1)) over (partition by buyer_id order by at) as visit from gaps
;
with totals as (select buyer_id, sum(total) as spent from sales group by buyer_id) select buyer_id, spent, round(100.0 * spent / (select sum(spent) from totals), 2) || '%' as share from totals order by spent desc limit 5
;
select round(total / 50) * 50 as bucket, count(*) as n, substr('##########', 1, count(*) / 4) as bar from sales group by bucket order by bucket
;
select y, total, round((total * 1.0 / lag(total) over (order by y) - 1) * 100, 1) as growth from (select strftime('%Y', sold_at) as y, sum(total) as total from sales group by 1)
;
select * from (select category_id, title, row_number() over (partition by category_id order by price desc) as place from items) where place <= 2
;
select buyer_id, sold_at from sales s where sold_at = (select max(sold_at) from sales where buyer_id = s.buyer_id) order by buyer_id
;
select strftime('%H', at, 'unixepoch') as h, sum(kind = 'view') as views, sum(kind = 'buy') as buys, avg(kind = 'buy') as rate from events group by h having views > 0
;
select kind, avg(payload ->> 'n') as mean, max(json_extract(payload, '$.path[1]')), sum(payload ->> '$.ok' = 1) from events group by kind
;
select e.kind, count(*) * 100.0 / sum(count(*)) over () as pct from events e group by e.kind
;
select a.kind, b.kind, count(*) from events a join events b on a.buyer_id = b.buyer_id and b.at > a.at and b.at - a.at < 86400 group by a.kind, b.kind
;
select min(at) filter (where kind = 'view') as v, max(at) filter (where kind = 'buy') as b from events group by buyer_id having b > v
;
select id, case when total > 300 then 'large' when total between 100 and 300 then 'medium' else 'small' end as size from sales order by case size when 'large' then 0 else 1 end, id
;
select distinct status, channel from sales where status in ('paid', 'open') and channel is not null order by 1, 2 desc
;
select all status from sales limit -1 offset 195
;
select count(*) from sales where sold_at >= '2023-03-01' and sold_at < date('2023-03-01', '+1 month') and coupon is null or not (status = 'void')
;
select total from sales where total not between 50 and 350 and id % 2 == 0 and status <> 'x' and channel != 'y'
;
select exists (select 1 from sales where total > 400) as any_big, not exists (select 1 from sales where total < 0)
;
select total, -total, abs(total), +total, ~id, not id from sales limit 1
;
select length(photo), hex(photo), typeof(photo), photo = zeroblob(1), x'00' || x'01', quote(photo) from items limit 4
;
select '' = '', length(''), 'a' || null, 'a' || 1 || 2.5, 'it''s', "x", '"quoted"' from (select 'col' as x)
;
select current_date <= date('now', '+1 day'), length(current_timestamp), current_time is not null
;
select random() is not null, abs(random() % 10) < 10, length(randomblob(4)), hex(zeroblob(2))
;
select name as order_by, city "group", birthday 'from' from buyers limit 1
;
select sum(quantity) as sum, count(*) as count, max(line) as max, total(unit_price) as total from sale_lines
;
select s.id, max(s.total, 100, s.discount), min(s.id, 3) from sales s limit 2
;
select main.sales.id, main.sales.total from main.sales where main.sales.id < 3
;
select sales.* from sales, buyers where sales.buyer_id = buyers.id and buyers.name = 'BUYER 3'
;
select s.*, b.name from sales as s inner join buyers as b on (s.buyer_id = b.id) where b.active
;
select city, count(*) n from buyers where active and email is not null group by city collate nocase order by n desc, city is null, city
;
select group_concat(name order by name desc) from buyers where id < 5
;
select group_concat(title, ', ' order by price desc) filter (where price < 12) as cheap, string_agg(sku, '|' order by sku) from items
;
select status, count(*) from sales group by status having count(*) > (select avg(n) from (select count(*) n from sales group by status))
;
select coalesce(a.day, b.day), a.n, b.n from (select date(sold_at) day, count(*) n from sales group by 1) a full join (select date(at, 'unixepoch') day, count(*) n from events group by 1) b on a.day = b.day
;
select (select group_concat(v, '') from (select substr('abc', n, 1) v from (select 1 n union select 2 union select 3) order by n desc)) as reversed
;
with recursive c(x, y) as (select 1, 1 union select x + 1, y * (x + 1) from c where x < 8) select x, y as factorial from c
;
with recursive up(id, boss) as (select id, referred_by from buyers where id = 29 union select b.id, b.referred_by from buyers b, up where b.id = up.boss) select count(*) from up
;
with recursive months(m) as (select '2023-01-01' union all select date(m, '+1 month') from months where m < '2023-12-01') select m, (select count(*) from sales where strftime('%Y-%m', sold_at) = strftime('%Y-%m', m)) from months
;
with recursive hours as (select 0 as h union all select h + 1 from hours where h < 23) select printf('%02d:00', h), count(e.id) from hours left join events e on cast(strftime('%H', e.at, 'unixepoch') as integer) = h group by h
;
with recursive grid(x, y) as (select 0, 0 union all select (x + 1) % 5, y + (x = 4) from grid where y < 3) select y, group_concat(x) from grid group by y
;
with params(lo, hi) as (select '2023-03-01', '2023-06-01') select count(*) from sales, params where sold_at >= lo and sold_at < hi
;
select json_object('buyer', b.name, 'orders', json_group_array(json_object('id', s.id, 'total', s.total))) from buyers b join sales s on s.buyer_id = b.id where b.id < 3 group by b.id
;
select json_each.key, json_each.value from json_each('{"a": 1, "b": [2]}') where json_each.key > ''
;
select i.id from items i where exists (select 1 from json_each(i.tags) where value = 't1') and 'x' in (select value from json_each(i.attributes, '$.labels'))
;
select json_array(1, 'a', null, json('true')), json_array_length('[1,[2]]'), '[1,2,3]' -> 1, '{"a":{"b":7}}' ->> '$.a.b', json_type('{"a":1}')
;
select t.value ->> 'n' as n from json_each('[{"n":1},{"n":2}]') as t
;
select key, sum(value) from (select j.key, j.value from items i, json_each(i.attributes -> 'size') j) group by key
;
select json_group_array(distinct color) from (select attributes ->> '$.color' as color from items)
;
select jsonb('{"a":1}') is not null, json(jsonb_array(1, 2)), json(jsonb_group_array(id)), json(jsonb_remove('{"a":1,"b":2}', '$.a')) from items
;
select round(sum((x - mx) * (y - my)) / sqrt(sum((x - mx) * (x - mx)) * sum((y - my) * (y - my))), 4) as corr from (select quantity x, unit_price y, avg(quantity) over () mx, avg(unit_price) over () my from sale_lines)
;
select sqrt(avg(total * total) - avg(total) * avg(total)) as stddev from sales
;
select item_id, sum(quantity) as sold, rank() over (order by sum(quantity) desc) as place from sale_lines group by item_id order by place, item_id limit 4
;
select sale_id, sum(quantity * unit_price) as gross, count(*) over (), sum(sum(quantity * unit_price)) over (order by sale_id) from sale_lines group by sale_id limit 5
;
select i.title, sum(l.quantity) from items i left join sale_lines l on i.id = l.item_id and l.quantity > 1 group by i.id having sum(l.quantity) is null or sum(l.quantity) > 20
;
select last_value(total) over (partition by status order by id rows between current row and unbounded following) from sales limit 3
;
select id, total, total > avg(total) over () as above, max(total) over (partition by channel) - total as to_best from sales order by to_best limit 3
;
select distinct first_value(title) over (partition by category_id order by price) as cheapest, category_id from items
;
select group_concat(status, '>') over (partition by buyer_id order by sold_at rows between unbounded preceding and current row) from sales limit 6
;
select date(sold_at) as d, count(*) as n, sum(count(*)) over (order by date(sold_at) rows 6 preceding) as rolling from sales group by d
;
select 'paid' as s where 1 union select 'open' where 0 order by s
;
select 1 as a, 2 as b from (select 1) where a < b
;
select 5 between 1 and 10 and 3 in (1, 2, 3) or 'x' in (), null in (1), 2 not in (3)
;
select cast(total as decimal(10, 2)), cast(id as varchar(20)), cast(sold_at as date), cast('5' as numeric), cast(1 as double precision), cast(5 as unsigned big int) from sales limit 1
;
select total as t, t1.* from sales as t1 where t > 400 order by t desc, t1.id
;
select s.id from sales s, sale_lines l on s.id = l.sale_id left join items i on i.id = l.item_id where i.id is not null limit 2
;
select substring('abcdef', 2, 3), substr('abcdef', -2), substr('abcdef', 2), replace('a-b-c', '-', ''), instr('abc', 'z'), upper('ß'), lower('ÀB')
;
select count(*) from (sales join buyers on buyers.id = sales.buyer_id)
;
select count(*) from (select 1 union all select 2 union select 2)
;
select * from (sale_lines l join items i on i.id = l.item_id) join categories c on c.id = i.category_id limit 1
;
select total from sales order by random() limit 3
;
select max(at) - min(at) as span, (max(at) - min(at)) / 3600.0 as hours, datetime(avg(at), 'unixepoch') from events
;
select page, count(*) as hits, count(distinct buyer_id) as visitors, min(datetime(at, 'unixepoch')) as first from events where page like '/p/%' group by page order by hits desc, page limit 3
;
select replace(replace(replace(page, '/', ''), 'p', ''), '0', 'zero') as n, page glob '*/[0-4]' as low from events group by page
;
select id, quantity from sales left join (select sale_id, sum(quantity) as quantity from sale_lines group by sale_id) on sale_id = id where quantity > 5 order by quantity desc, id limit 3
;
with ranked as (select *, ntile(10) over (order by total) as decile from sales) select decile, min(total), max(total), count(*) from ranked group by decile
;
with rfm as (select buyer_id, ntile(5) over (order by max(sold_at)) r, ntile(5) over (order by count(*)) f, ntile(5) over (order by sum(total)) m from sales group by buyer_id) select r || f || m as cell, count(*) n from rfm group by cell order by n desc limit 3
;
select status, count(*) n, printf('%5.1f%%', 100.0 * count(*) / (select count(*) from sales)) as share from sales group by status
;
select name, email from buyers where email like '%@example.org' and length(email) - length(replace(email, 'b', '')) >= 1 limit 4
;
select trim(both_names) from (select ' ' || name || ' ' as both_names from buyers limit 1)
;
select strftime('%Y-%m-%d', 'now') = date('now'), strftime('%u', '2024-01-07'), strftime('%G-W%V', '2024-12-30'), strftime('%F %T', '2024-01-01 10:11:12'), strftime('%e', '2024-01-05')
;
select id, iif(total > 300, 'a', total > 200, 'b', 'c') from sales limit 3
;
select if(total > 200, 'high', 'low') as level, count(*) from sales group by 1
;
select unistr('\0041'), subtype_free from (select 1 as subtype_free)
;
select count(*) from events where payload ->> 'ok' and at > unixepoch('2024-01-05', '-1 day')
;
select distinct b.city, (select count(*) from sales where buyer_id in (select id from buyers where city is b.city)) as n from buyers b
;
select * from buyers where (city, active) = ('Rome', 1) and (referred_by is null or referred_by > 2) limit 3
;
select released, julianday(released) - julianday(lag(released) over (order by released)) as gap from items order by released limit 3
;
select sum(total) filter (where strftime('%Y', sold_at) = '2023') as "2023", sum(total) filter (where strftime('%Y', sold_at) = '2024') as "2024", sum(total) as "all" from sales
;
select 'rowid' as label, count(*) from sale_lines group by 'x'
;
select id as both, total as leading, status as trailing, channel lateral, coupon as percent, buyer_id as qualify from sales order by both, leading limit 1
;
select count(id order by total), total(total order by id desc), avg(total order by id), json_group_object(id, total order by id desc nulls last) filter (where id < 5) from sales
;
select length(matchinfo(letters, 'pcnx')) from letters where letters match 'dogs' limit 1
;
select cast(total as big int), cast(id as unsigned big int), cast(status as native character(70)), cast(status as varying character(255)), cast(id as int2) from sales limit 1
;
select name, json_group_array(distinct status order by status) as statuses from buyers b join sales s on s.buyer_id = b.id group by name limit 2
;
select printf('%s is %d years, %.1f%%', name, 2024 - strftime('%Y', birthday), 12.345) as line, format('%c%q%Q', 'x', 'it''s', 'it''s') from buyers limit 1
;
with data(k, v) as (values ('a', 1), ('b', 2), ('a', 3)) select k, sum(v), count(*) * 1.0 / (select count(*) from data) from data group by k order by 2 desc
;
with recursive cal(d) as (select date('2024-01-01') union all select date(d, '+1 day') from cal where d < date('2024-01-01', '+1 month', '-1 day')) select max(case strftime('%w', d) when '1' then strftime('%d', d) end) as mon, max(case strftime('%w', d) when '0' then strftime('%d', d) end) as sun from cal group by strftime('%W', d)
;
select s1.id, s1.total from sales s1 left join sales s2 on s2.buyer_id = s1.buyer_id and (s2.total > s1.total or (s2.total = s1.total and s2.id > s1.id)) where s2.id is null order by s1.total desc limit 3
;
select case when total >= 300 then '300+' when total >= 200 then '200-299' else '<200' end as band, count(*) as n, sum(total) as s from sales group by band having n > 1 order by min(total)
;
select b.name as "Buyer", max(s.sold_at) as "Last order", cast(julianday('2024-06-01') - julianday(max(s.sold_at)) as integer) as "Days ago" from buyers b join sales s on s.buyer_id = b.id group by b.id order by "Days ago" desc limit 3
;
select i.title, coalesce(nullif(i.description, ''), '(none)') as description, i.attributes ->> '$.size.w' * 1.0 / (i.attributes ->> '$.size.h') as ratio from items i where json_extract(i.attributes, '$.color') in ('red', 'blue') limit 2
;
select a.item_id, b.item_id, count(*) as together from sale_lines a, sale_lines b where a.sale_id = b.sale_id and a.item_id < b.item_id group by a.item_id, b.item_id order by together desc limit 3
;
select sum(cnt) over (order by h range between 2 preceding and 2 following) as smooth, h from (select strftime('%H', at, 'unixepoch') + 0 as h, count(*) as cnt from events group by 1)
;
select (select count(*) from sales where status = 'paid') * 100 / (select count(*) from sales) || ' %' as paid
;
select s.status, (select json_group_array(x.id) from (select id from sales where status = s.status order by total desc limit 3) x) as top from sales s group by s.status
;
select name, replace(printf('%.' || (id % 5) || 'c', '*'), '*', '★') as stars from buyers limit 3
;
select strftime('%Y', sold_at) || '-Q' || ((strftime('%m', sold_at) - 1) / 3 + 1) as quarter, count(*) from sales group by quarter order by quarter
;
select kind, at - first_value(at) over (partition by buyer_id order by at) as since_first, cume_dist() over (partition by kind order by at) from events limit 3
;
select t.[total] as [the total], "t"."status" as `the status` from [sales] as "t" where t.`id` = 1
;
SELECT
	COUNT(*) AS N,
	Sum(Total) AS S
FROM
	Sales
WHERE
	STATUS In ('paid', 'sent') And Channel Is Not Null
;
select group_concat(json_extract(value, '$.id'), ',') from json_each('[{"id": 1}, {"id": 2}]') where json_extract(value, '$.id') > 0
;
select subject from notes where notes match 'subject:(item 1*) OR body:number' and rank match 'bm25(5.0)' order by rank limit 3
;
select highlight(notes, 1, '**', '**') as hit, length(body) from notes where notes match '^the' order by rank, rowid limit 1
;
select id, min_x, max_x, label from places where min_x <= 5 and max_x >= 5 and label like 'Item%' order by min_x
;
select iif(total > 390, 'top', iif(total > 200, 'mid', 'low')) as tier, count(*) from sales group by 1
