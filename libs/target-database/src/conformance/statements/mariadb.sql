SELECT b.name, SUM(s.status = 'paid') AS paid, SUM(s.status <> 'paid') AS other FROM buyers b LEFT JOIN sales s ON s.buyer_id = b.id GROUP BY b.id ORDER BY paid DESC, 1 LIMIT 5
;
SELECT DATE_FORMAT(sold_at, '%Y-%m') AS `Month`, SUM(total) AS revenue, SUM(SUM(total)) OVER (ORDER BY DATE_FORMAT(sold_at, '%Y-%m')) AS running FROM sales GROUP BY `Month` ORDER BY `Month`
;
SELECT channel, status, SUM(total) FROM sales GROUP BY channel, status WITH ROLLUP
;
SELECT COALESCE(channel, '— all —') AS channel, QUARTER(sold_at) AS q, ROUND(AVG(total), 2) FROM sales GROUP BY channel, q DESC WITH ROLLUP LIMIT 20
;
with recursive tree as (select id, name, 1 as depth, cast(name as char(200)) as path from categories where parent_id is null union all select c.id, c.name, depth + 1, concat(path, ' > ', c.name) from categories c join tree t on c.parent_id = t.id) select concat(repeat('  ', depth - 1), name) as label, path from tree order by path
;
with recursive chain as (select id, referred_by from buyers where id = 29 union all select b.id, b.referred_by from buyers b join chain on b.id = chain.referred_by) cycle id, referred_by restrict select count(*) from chain
;
with recursive days as (select date '2023-02-01' as d union all select d + interval 1 day from days where d < '2023-02-28') select d, ifnull(sum(s.total), 0) as revenue from days left join sales s on date(s.sold_at) = d group by d order by d
;
select date('2023-01-01') + interval seq day as d, count(s.id) from seq_0_to_30 left join sales s on date(s.sold_at) = date('2023-01-01') + interval seq day group by seq
;
select seq, seq * seq as square from seq_10_to_1_step_3
;
select h.seq as hour, count(e.id) from seq_0_to_23 h left join events e on hour(e.happened) = h.seq group by h.seq
;
select jt.* from items i, json_table(i.attributes, '$' columns (color varchar(10) path '$.color', h int path '$.size.h' default '0' on empty null on error, nested path '$.labels[*]' columns (n for ordinality, label varchar(10) path '$'))) as jt where i.id < 4
;
select e.id, p.step from events e join json_table(e.payload, '$.path[*]' columns (step varchar(10) path '$', has_x int exists path '$.x')) p on true where e.id <= 5
;
select v.x from json_table('[{"x": 1}, {"x": 2}]', '$[*]' columns (x int path '$.x')) v order by v.x desc
;
select json_value(attributes, '$.color') as color, json_query(attributes, '$.size') as size, json_extract(attributes, '$.size.h') + 1 as h, json_unquote(json_extract(attributes, '$.labels[0]')) as label, json_length(attributes, '$.labels') from items limit 3
;
select json_contains(attributes, '"x"', '$.labels'), json_contains_path(attributes, 'one', '$.size.h', '$.zzz'), json_search(attributes, 'all', 'x'), json_keys(attributes), json_type(json_extract(attributes, '$.size')), json_depth(attributes), json_valid('{'), json_exists(attributes, '$.color') from items limit 1
;
select json_set(attributes, '$.a', 5), json_insert(attributes, '$.b', json_array(1)), json_replace(attributes, '$.color', 'x'), json_remove(attributes, '$.size', '$.labels[1]'), json_merge_patch(attributes, '{"color": null}'), json_merge_preserve('[1]', '[2]'), json_array_append('[1]', '$', 2), json_array_insert('[1]', '$[0]', 0) from items limit 1
;
select json_arrayagg(json_object('id', id, 'total', total) order by total desc limit 3) from sales
;
select json_objectagg(status, n) from (select status, count(*) as n from sales group by status) q
;
select json_detailed(attributes), json_compact(attributes), json_loose(attributes), json_quote('it''s'), json_equals('{"a":1}', '{"a": 1}'), json_normalize('{"b":1,"a":2}'), json_overlaps('[1,2]', '[2]') from items limit 1
;
select json_arrayagg(distinct channel order by channel desc) from sales
;
select group_concat(distinct status order by status desc separator ' | ') as s, group_concat(id order by total desc, id separator ',' limit 3) as top from sales
;
select buyer_id, group_concat(concat(status, ':', total) order by sold_at) as trail from sales group by buyer_id having count(*) > 6
;
select id, total, rank() over w as r, dense_rank() over w as d, row_number() over w as n, ntile(4) over w as q, percent_rank() over w as p, cume_dist() over w as c from sales window w as (order by total)
;
select buyer_id, sold_at, total, lag(total) over (partition by buyer_id order by sold_at) as previous, lead(total, 2) over (partition by buyer_id order by sold_at) as later, total - first_value(total) over (partition by buyer_id order by sold_at) as since from sales
;
select id, sum(total) over (order by id rows between 2 preceding and 2 following) as s, avg(total) over (order by cast(id as signed) range between 10 preceding and current row) as a, last_value(total) over (order by id rows between current row and unbounded following) as l, nth_value(total, 2) over (order by id) as n2 from sales where id < 20
;
select distinct channel, median(total) over (partition by channel) as med, percentile_cont(0.9) within group (order by total) over (partition by channel) as p90, percentile_disc(0.25) within group (order by total desc) over (partition by channel) as p25 from sales
;
select status, sum(total) as t, round(100 * sum(total) / sum(sum(total)) over (), 1) as pct from sales group by status
;
select * from (select category_id, title, row_number() over (partition by category_id order by price desc, id) as place from items) as ranked where place <= 2
;
with totals as (select buyer_id, sum(total) as spent from sales group by buyer_id), ranked as (select *, rank() over (order by spent desc) as r from totals) select r.buyer_id, b.name, spent from ranked r join buyers b on b.id = r.buyer_id where r <= 3
;
with firsts as (select buyer_id, min(date_format(sold_at, '%Y-%m-01')) as cohort from sales group by buyer_id) select cohort, timestampdiff(month, cohort, date_format(sold_at, '%Y-%m-01')) as n, count(distinct s.buyer_id) as buyers from firsts join sales s using (buyer_id) group by cohort, n order by 1, 2
;
with g as (select buyer_id, happened, timestampdiff(minute, lag(happened) over (partition by buyer_id order by happened), happened) > 30 as fresh from events) select buyer_id, happened, sum(coalesce(fresh, 1)) over (partition by buyer_id order by happened) as visit from g
;
with d as (select distinct date(sold_at) as day from sales), g as (select day, day - interval row_number() over (order by day) day as grp from d) select min(day), max(day), count(*) as run from g group by grp order by run desc limit 3
;
select item_id, price from prices for system_time as of now() where item_id < 3
;
select item_id, count(*) from prices for system_time all group by item_id order by 2 desc, 1 limit 3
;
select item_id, row_start is not null as s, row_end > now() as e from prices for system_time between '2020-01-01' and now() limit 3
;
select id, title, match (title, description) against ('quick dogs') as score from items where match (title, description) against ('+quick -cat "lazy dogs"' in boolean mode) order by score desc limit 3
;
select count(*) from items where match (title, description) against ('jumps' with query expansion)
;
select id, total from sales limit 5 offset 10
;
select id, total from sales order by id offset 2 rows fetch next 3 rows only
;
select id, total from sales order by total desc fetch first 3 rows with ties
;
select id from sales order by id limit 2, 3
;
select id from sales limit 5 rows examined 10000
;
select rownum() as r, id from sales limit 2
;
select id from sales where rownum() <= 3
;
select city from buyers intersect select 'Rome' except select 'Oslo'
;
select status from sales except all select 'paid' union all select 'x' limit 2
;
(select id, 'sale' as kind from sales order by id limit 2) union all (select id, 'event' from events order by id desc limit 2) order by kind, id
;
values (1, 'one'), (2, 'two')
;
select * from (values (1, 'a'), (2, 'b')) v
;
with v(n, s) as (values (1, 'a'), (2, 'b')) select n from v where s = 'b'
;
select `Month`, `Target (EUR)`, mt.`Région` as `région ü`, mt.`2024` from `Monthly Targets` as mt where `Target (EUR)` > 1050 order by `Month`
;
select t.2024, t.`2024` + 1 from `Monthly Targets` t limit 1
;
SELECT /* best */ i.title -- name
, SUM(l.quantity * l.unit_price) AS revenue # trailing
FROM sale_lines AS l INNER JOIN items AS i ON (i.id = l.item_id)
WHERE i.title <> '-- no' AND i.title != "/* none */" AND i.title <> '#x'
GROUP BY i.title HAVING revenue > 1 ORDER BY revenue DESC, i.title ASC LIMIT 3
;
select 'it''s', "double ""quoted""", 'back\\slash', 'tab\t', 'two ' 'parts', N'nat', _utf8mb4'x', x'4D', 0x4D, b'101', 1e3, .5, 5., -(-3), - -3, true, null, date '2024-01-01', time '10:00', timestamp '2024-01-01 10:00'
;
select 7 / 2, 7 div 2, 7 % 3, 7 mod 3, mod(7, 3), 5 & 3, 5 | 3, 5 ^ 3, ~5 & 7, 1 << 4, 256 >> 2, !0, not 1, 1 xor 0, 1 && 0, 2 > 1 and 1 < 2, 1 <=> null, -7 div 2
;
select round(2.567, 1), truncate(2.567, 1), ceil(1.2), ceiling(1.2), floor(-1.2), abs(-3), sign(-2), sqrt(2), exp(1), ln(10), log(2, 8), log10(100), log2(8), pow(2, 3), power(2, 0.5), pi(), degrees(pi()), radians(180), sin(1), atan2(1, 2), cot(1), greatest(1, 5), least(2, 3), conv(255, 10, 16), crc32('a'), rand(5) < 1, format(1234567.891, 2), format(1234.5, 2, 'de_DE'), bit_count(7)
;
select upper(left(title, 3)), right(sku, 4), lpad(id, 6, '0'), rpad(sku, 10, '.'), reverse(sku), replace(sku, '-', '_'), insert(sku, 1, 3, 'X'), locate('-', sku), locate('U', sku, 1), instr(sku, 'K'), position('-' in sku), substring(sku, 2, 3), substring(sku from 2 for 3), mid(sku, 2), substring_index(email, '@', -1), char_length('naïve'), length('naïve'), ascii('A'), char(65, 66), char(8364 using ucs2), ord('é'), hex('A'), unhex('41'), field('b', 'a', 'b'), elt(2, 'a', 'b'), find_in_set('t1', tags), make_set(5, 'a', 'b', 'c'), soundex('Robert'), space(3), strcmp('a', 'b'), quote('it''s'), concat_ws('-', 'a', null, 'b'), trim(both 'x' from 'xax'), trim(leading '0' from '007'), ltrim(' a'), lcase('A'), ucase('a') from items join buyers using (id) limit 1
;
select email regexp '^b[0-9]+@', email rlike 'org$', not email regexp 'com', regexp_substr(email, '[^@]+$'), regexp_replace(name, '[0-9]+', '#'), regexp_instr(name, '[0-9]'), name like 'Buyer _', name not like '%9', 'a%c' like 'a|%c' escape '|', name sounds like 'Bayer' from buyers where email is not null limit 2
;
select date_format(sold_at, '%W, %d %M %Y %H:%i:%s.%f'), str_to_date('31.03.2024', '%d.%m.%Y'), dayname(sold_at), monthname(sold_at), dayofweek(sold_at), weekday(sold_at), dayofyear(sold_at), week(sold_at, 3), yearweek(sold_at, 1), weekofyear(sold_at), quarter(sold_at), year(sold_at), month(sold_at), day(sold_at), hour(sold_at), minute(sold_at), second(sold_at), microsecond(sold_at), last_day(sold_at), to_days(sold_at), from_days(738000), unix_timestamp(sold_at), from_unixtime(1700000000), from_unixtime(1700000000, '%Y'), makedate(2024, 60), maketime(1, 2, 3), sec_to_time(4000), time_to_sec('01:00:00') from sales limit 1
;
select datediff(sold_at, '2022-01-01'), timestampdiff(day, '2022-01-01', sold_at), timestampadd(week, 2, sold_at), date_add(sold_at, interval 1 month), date_sub(sold_at, interval '1:30' hour_minute), sold_at + interval 1 quarter, sold_at - interval '1 2' day_hour, interval 3 day + sold_at, adddate(sold_at, 5), subdate(sold_at, interval 1 year), addtime('10:00', '01:30'), subtime('10:00', '01:30'), timediff('10:00', '08:00'), period_diff(202403, 202401), period_add(202401, 3), extract(year_month from sold_at), extract(day_hour from sold_at), extract(week from sold_at), convert_tz(sold_at, '+00:00', '+02:00'), time_format('10:05', '%h:%i %p'), get_format(date, 'EUR') from sales limit 1
;
select curdate() <= current_date(), current_date, curtime() is not null, now() > '2020-01-01', now(3) is not null, current_timestamp, current_timestamp(), localtime, localtimestamp(), utc_date(), utc_time is not null, utc_timestamp() is not null, sysdate() > '2020-01-01', unix_timestamp() > 0
;
select cast(total as signed), cast(total as unsigned integer), cast(total as char), cast(total as char(5) character set utf8mb4), cast('2024-01-01' as date), cast('10:00' as time(3)), cast('2024-01-01' as datetime(6)), cast('5.5' as decimal(5, 2)), cast('5' as double), cast('1' as float), cast('x' as binary), cast(5 as int), convert('5', signed), convert('x' using latin1), binary 'a' = 'A', convert(total, decimal(10, 1)) from sales limit 1
;
select if(total > 100, 'hi', 'lo') as level, ifnull(coupon, '-'), nullif(coupon, ''), coalesce(coupon, 'none'), nvl(coupon, '?'), nvl2(coupon, 'y', 'n'), isnull(coupon), coupon is null, coupon is not null, discount <=> null, case status when 'paid' then 1 else 0 end, case when total > 300 then 'large' when total between 100 and 300 then 'medium' end from sales limit 3
;
select interval(total, 50, 100, 200) as bucket, count(*) from sales group by bucket order by bucket
;
select floor(total / 50) * 50 as bucket, count(*) as n, rpad('', count(*), '#') as bar from sales group by bucket order by bucket
;
select count(*), count(coupon), count(distinct buyer_id, channel), sum(distinct total), avg(total), min(total), max(total), std(total), stddev(total), stddev_pop(total), stddev_samp(total), var_pop(total), variance(total), bit_or(id), bit_and(id), bit_xor(id) from sales
;
select b.name, (select max(total) from sales s where s.buyer_id = b.id) as best from buyers b where exists (select 1 from sales where buyer_id = b.id and total > 390) order by best desc
;
select name from buyers where id not in (select referred_by from buyers where referred_by is not null) and id = any (select buyer_id from sales) and id <= all (select id + 30 from buyers)
;
select id from items where (category_id, price) in (select category_id, max(price) from items group by category_id)
;
select a.id, b.name as referrer, c.name as their_referrer from buyers a left join buyers b on a.referred_by = b.id left outer join buyers c on b.referred_by = c.id
;
select * from sales natural join (select sale_id as id, sum(quantity) as pieces from sale_lines group by sale_id) l limit 3
;
select i.title, c.name from items i right join categories c on c.id = i.category_id
;
select s.id from sales s inner join (sale_lines l cross join items i) on l.sale_id = s.id and i.id = l.item_id limit 3
;
select straight_join s.id, b.name from sales s join buyers b on b.id = s.buyer_id limit 2
;
select s.id from sales s straight_join buyers b on b.id = s.buyer_id limit 2
;
select id from sales use index (by_buyer) where buyer_id = 3
;
select id from sales force index for order by (by_status) ignore index (by_buyer) order by status limit 2
;
select sql_no_cache id from sales limit 1
;
select sql_calc_found_rows high_priority distinct status from sales limit 1
;
select distinctrow status from sales
;
select all status from sales limit 1
;
select count(*) from events partition (early)
;
select id, net from sales where net < total limit 2
;
select name, mood + 0, mood, flags + 0, bin(flags), flags & b'0001' from buyers where mood = 'very happy' or mood > 1 limit 3
;
select st_x(place), st_y(place), st_astext(place), st_distance(place, point(0, 0)), st_contains(st_geomfromtext('POLYGON((0 0, 50 0, 50 50, 0 50, 0 0))'), place) as inside, st_asgeojson(place) from items limit 2
;
select st_area(st_buffer(point(0, 0), 1)) > 3, st_length(linestring(point(0, 0), point(3, 4))), st_within(point(1, 1), st_polygonfromtext('POLYGON((0 0,2 0,2 2,0 2,0 0))')), mbrcontains(st_envelope(linestring(point(0, 0), point(2, 2))), point(1, 1))
;
select md5('a'), sha1('a'), sha2('a', 256), to_base64('abc'), from_base64('YWJj'), uuid() <> uuid(), inet_aton('10.0.0.1'), inet_ntoa(167772161), inet6_ntoa(inet6_aton('::1')), is_ipv4('1.2.3.4'), uncompress(compress('x')), length(compress(repeat('a', 100)))
;
select version() is not null, database(), user() is not null, current_user() is not null, connection_free from (select 1 as connection_free) q
;
select sformat('{} costs {:.2f}', title, price), natural_sort_key(sku), chr(65), to_char(released, 'YYYY-MM'), add_months(released, 1), months_free from items, (select 1 as months_free) m order by natural_sort_key(sku) limit 2
;
select extractvalue('<a><b>x</b></a>', '/a/b'), updatexml('<a>1</a>', '/a', '<a>2</a>')
;
select name, timestampdiff(year, birthday, '2024-06-01') as age from buyers where month(birthday) = 2 or dayofmonth(birthday) between 1 and 5 order by age desc
;
select kind, count(*) as n, avg(json_value(payload, '$.n')) as mean, max(json_value(payload, '$.path[1]')) as last, sum(json_value(payload, '$.ok') = 1) as ok from events group by kind
;
select hour(happened) as h, sum(kind = 'view') as views, sum(kind = 'buy') as buys, avg(kind = 'buy') as rate from events group by h having views > 0 order by rate desc
;
select session, min(happened), max(happened), timediff(max(happened), min(happened)) as length, sec_to_time(sum(time_to_sec(took))) from events group by session having count(*) > 1 order by length desc limit 3
;
select a.kind, b.kind as next_kind, count(*) from events a join events b on b.buyer_id = a.buyer_id and b.happened > a.happened and b.happened <= a.happened + interval 1 day group by a.kind, b.kind
;
select buyer_id, min(if(kind = 'view', happened, null)) as v, max(case when kind = 'buy' then happened end) as b from events group by buyer_id having b > v
;
with rfm as (select buyer_id, ntile(5) over (order by max(sold_at)) as r, ntile(5) over (order by count(*)) as f, ntile(5) over (order by sum(total)) as m from sales group by buyer_id) select concat(r, f, m) as cell, count(*) from rfm group by cell order by 2 desc, 1 limit 3
;
with recursive fib (a, b) as (select 0, 1 union all select b, a + b from fib where b < 1000) select group_concat(a order by a separator ' ') from fib
;
with recursive months as (select cast('2023-01-01' as date) as m union select m + interval 1 month from months where m < '2023-12-01') select date_format(m, '%b %Y') as month, count(s.id) from months left join sales s on s.sold_at >= m and s.sold_at < m + interval 1 month group by m
;
with recursive split as (select id, substring_index(description, ' ', 1) as word, substring(description, length(substring_index(description, ' ', 1)) + 2) as rest from items where id = 1 union all select id, substring_index(rest, ' ', 1), substring(rest, length(substring_index(rest, ' ', 1)) + 2) from split where rest <> '') select word, count(*) from split group by word
;
with params as (select date '2023-03-01' as lo, date '2023-06-01' as hi) select count(*) from sales cross join params where sold_at >= lo and sold_at < hi
;
with a as (select 1 as x), b as (with c as (select x + 1 as y from a) select y from c) select * from a, b
;
select y, total, round((total / lag(total) over (order by y) - 1) * 100, 1) as `growth %` from (select year(sold_at) as y, sum(total) as total from sales group by 1) q
;
select sum(case when year(sold_at) = 2023 then total end) as `2023`, sum(case when year(sold_at) = 2024 then total end) as `2024`, sum(total) as `all` from sales
;
select date(date_sub(sold_at, interval weekday(sold_at) day)) as monday, count(*) from sales group by monday order by monday limit 3
;
select coalesce(a.day, b.day) as day, a.n, b.n from (select date(sold_at) as day, count(*) as n from sales group by 1) a left join (select date(happened) as day, count(*) as n from events group by 1) b using (day) union select b.day, a.n, b.n from (select date(sold_at) as day, count(*) as n from sales group by 1) a right join (select date(happened) as day, count(*) as n from events group by 1) b on a.day = b.day limit 5
;
select status, count(*) from sales group by status having count(*) > (select avg(n) from (select count(*) as n from sales group by status) x)
;
select count(*) from sales where sold_at between '2023-03-01' and '2023-03-31 23:59:59' and not status in ('void', 'open') or coupon like 'spring%'
;
select * from sales where date(sold_at) = '2023-03-05' || status = 'x' limit 1
;
select sum(quantity) as sum, count(*) as count, max(line) as max, min(unit_price) as value, avg(quantity) as position from sale_lines
;
select s.id as `order`, b.name as user, s.total as `limit`, b.city as `group` from sales s join buyers b on b.id = s.buyer_id limit 1
;
select s.status as "Status 'x'", max(total) 'max total', min(total) `a.b`, avg(total) "select" from sales s group by 1
;
select count(*) as 件数, concat('Σ', sum(total)) as `Σ Umsatz` from sales
;
select assay_conformance.sales.id, assay_conformance.sales.total, sales.status from assay_conformance.sales limit 1
;
select name collate latin1_bin = 'buyer 1' as b, name collate latin1_general_ci = 'BUYER 1' as c, charset(name), collation(name), coercibility('a') from buyers order by name collate latin1_bin desc limit 2
;
select id, total from sales order by field(status, 'open', 'paid') desc, total desc, rand(3) limit 3
;
select id from sales where id in (1, 2, 3) and (id, total) <> (1, 2) and id between 1 and 10 and id not between 5 and 6
;
select id from sales where total = (select max(total) from sales where status = 'paid') union select max(id) from sales
;
select distinct first_value(title) over (partition by category_id order by price) as cheapest, category_id from items
;
select id, total > avg(total) over () as above, max(total) over (partition by channel) - total as to_best from sales order by to_best limit 3
;
select sale_id, sum(quantity * unit_price) as gross, count(*) over () as groups_n from sale_lines group by sale_id limit 3
;
select q.*, i.title from (select item_id, sum(quantity) as sold from sale_lines group by item_id order by sold desc limit 3) q join items i on i.id = q.item_id
;
select exists (select * from sales where total > 400) as any_big, not exists (select 1 from sales where total < 0) as none
;
select 1 from dual where 1 = 1
;
select 1 as a, 2 as b having a < b
;
select (select count(*) from sales) as sales, (select count(*) from items) as items, (select max(happened) from events) as last_event
;
select count(*) from (select 1 union all select 2 union select 2) x
;
select 'a' = 'A', 'a' = 'a ', binary 'a' = 'A', 'ß' = 'ss', null = null, 1 = '1', '1abc' + 0
;
select substr('abcdef', -2), substr('abcdef' from 3), left('abc', 2), repeat('ab', 2), concat('a', 1, null), concat_ws(',', 'a', 1, null), export_set(5, 'Y', 'N', ',', 4), lower('ÀB'), oct(8), bin(5), hex(255)
;
select name, email from buyers where email like concat('%', 'org') and char_length(email) - char_length(replace(email, 'b', '')) >= 1 limit 2
;
select to_seconds('2024-01-01') - to_seconds('2023-12-31') as secs, timestamp('2024-01-01', '10:00'), timestamp('2024-01-01'), date('2024-01-01 10:00'), time('2024-01-01 10:00')
;
select id, description from items where description like '%quick%' and lower(title) in ('item 1', 'item 2') order by length(description) desc, id
;
select channel, json_objectagg(status, n) from (select channel, status, count(*) as n from sales group by channel, status) q group by channel
;
select max(id) - count(*) as gaps, ifnull(sum(null), 0) as zero, count(null) from sales
;
select date_format(sold_at, '%x-W%v') as iso_week, sum(total) from sales group by iso_week order by iso_week limit 3
;
select * from (select 1 as a union select 2) x left join (select 2 as a, 'b' as b) y using (a)
;
select l.sale_id, group_concat(i.title order by l.line separator ' + ') as basket, count(*) as n from sale_lines l join items i on i.id = l.item_id group by l.sale_id having n > 2 limit 2
;
select a.item_id, b.item_id, count(*) as together from sale_lines a join sale_lines b on a.sale_id = b.sale_id and a.item_id < b.item_id group by 1, 2 order by 3 desc, 1, 2 limit 3
;
select u.metric, u.value from (select 'total' as metric, total as value from sales union all select 'discount', discount from sales) u where u.value is not null limit 3
;
select status, max(total) from sales where sold_at >= date_sub('2024-01-01', interval 6 month) group by status order by null
;
select concat(round(100 * sum(status = 'paid') / count(*), 1), '%') as paid_share from sales
;
select year(sold_at) as y, month(sold_at) as m, sum(total) as s, sum(sum(total)) over (partition by year(sold_at) order by month(sold_at) rows unbounded preceding) as ytd from sales group by y, m
;
select decode_oracle('a', 'a', 1, 2) is not null as d, trim_oracle(' a ') as t, lengthb('é'), nvl(null, 1) from dual where false
;
select id from sales where json_valid(coupon) = 0 or coupon is null limit 1
;
select substring_index(substring_index(page, '/', 3), '/', -1) as n, page regexp '/[0-4]$' as low from events group by page
;
select min(sold_at) as first, max(sold_at) as last, timestampdiff(hour, min(sold_at), max(sold_at)) / 24 as days from sales
;
select title from items where find_in_set('t1', tags) > 0 and tags like '%all%' and tags & 2
;
select b.city, avg(s.total) as mean, count(distinct s.buyer_id) as n from buyers b join sales s on s.buyer_id = b.id where b.active = true and s.status in ('paid', 'sent') group by b.city with rollup
;
select 10 between 5 and 15 and 3 in (1, 2, 3) or 'x' in ('y'), not (1 = 2), (1, 2) = (1, 2), row(1, 2) < row(1, 3)
;
select coalesce(nullif(trim('  '), ''), 'blank'), ifnull(nullif(0, 0), 'zero'), if(null, 'a', 'b'), if('', 'a', 'b')
;
select s.* , (select group_concat(title) from items where id in (select item_id from sale_lines where sale_id = s.id)) as titles from sales s where s.id < 3
;
select date '2024-02-29' + interval 1 year as leap, '2024-01-31' + interval 1 month as clipped, date_add('2024-01-01 00:00:00', interval '1.5' second_microsecond) as micro, date('2024-12-30') + interval (8 - dayofweek('2024-12-30')) day as sunday
;
select avg(total) as mean, (select avg(t) from (select total as t, row_number() over (order by total) as rn, count(*) over () as n from sales) m where rn in (floor((n + 1) / 2), ceil((n + 1) / 2))) as median from sales
;
select lead(id) over (order by id) - id as gap from sales order by gap desc limit 1
;
select count(*) filter_free from sales
;
select value from (select 1 as value, 2 as `key`, 3 as `rank`, 4 as `offset`) q order by `offset`
;
select t.id, t.`rank` from (select id, rank() over (order by total) as `rank` from sales) t where t.`rank` = 1
;
select id from sales order by -total, id desc limit 1
;
select name from buyers order by substring_index(name, ' ', -1) + 0 desc, city is null, city limit 2
;
select if(grouping_free > 0, 'x', 'y') from (select 1 as grouping_free) g
;
select uuid_short() is not null, length(random_bytes(4)), last_day('2024-02-01'), any_free from (select 1 as any_free) a
;
select lpad(hex(flags), 2, '0'), conv(flags + 0, 10, 2), flags = b'0001' from buyers limit 2
;
select timestampdiff(second, happened, happened + interval 90 second), time_to_sec(took), took > '00:01:00', addtime(took, '00:00:10') from events limit 2
;
select id from items where place is not null and st_distance_sphere(place, point(1, 2)) > 0 and st_intersects(place, st_geomfromtext('POINT(1 2)')) limit 1
;
select id, elt(quarter(sold_at), 'Q1', 'Q2', 'Q3', 'Q4') as q, concat(year(sold_at), '-', lpad(month(sold_at), 2, 0)) as ym from sales limit 1
;
select if(status = 'paid', total, 0) as paid_total, sum(if(status = 'paid', total, 0)) over (partition by channel order by sold_at) as running from sales limit 2
;
select 1 union (select 2 union all select 2) except select 3
;
select * from (sales join buyers on buyers.id = sales.buyer_id) limit 1
;
select item_id, price, row_start from prices for system_time from '2020-01-01' to timestamp'2037-01-01 00:00:00' as p where p.item_id = 2 order by row_start
;
select p.item_id, p.price - q.price as raised from prices p join prices for system_time as of (now() - interval 1 second) as q on q.item_id = p.item_id where p.price <> q.price
;
select year(sold_at) as y, quarter(sold_at) as q, count(*) as n, sum(total) as revenue, round(sum(total) / count(distinct buyer_id), 2) as per_buyer from sales where status in ('paid', 'sent') group by y, q having n >= 3 order by y desc, q asc
;
select b.name, if(b.referred_by is null, 'direct', 'referred') as source, count(s.id) as orders, max(s.sold_at) as last_order from buyers b left join sales s on s.buyer_id = b.id and s.status <> 'void' group by b.id, b.name, source order by orders desc, b.name limit 4
;
select c.name, count(i.id) as items, ifnull(round(avg(i.price), 2), 0) as mean_price, group_concat(i.sku order by i.price desc separator ', ') as skus from categories c left join items i on i.category_id = c.id group by c.id
;
with ranked as (select s.*, row_number() over (partition by buyer_id order by sold_at desc) as rn from sales s) select buyer_id, max(case when rn = 1 then total end) as last_total, max(case when rn = 2 then total end) as before_last from ranked where rn <= 2 group by buyer_id limit 5
;
select concat(lpad(hour(happened), 2, '0'), ':00') as slot, dayname(happened) as day, count(*) as n from events group by slot, day, dayofweek(happened) order by dayofweek(happened), slot limit 5
;
select * from (select 'paid' as s, count(*) as n from sales where status = 'paid' union all select 'open', count(*) from sales where status = 'open') as u order by n desc
;
select id, total, sum(total) over (order by sold_at rows between 6 preceding and current row) / 7 as moving, total / sum(total) over () * 100 as share from sales order by sold_at limit 3
;
select i.title, json_unquote(json_extract(i.attributes, '$.color')) as color, json_value(i.attributes, '$.size.w') / json_value(i.attributes, '$.size.h') as ratio from items i where json_value(i.attributes, '$.color') in ('red', 'blue') order by cast(json_value(i.attributes, '$.size.h') as int) desc limit 3
;
select t.color, count(*) as n from items i, json_table(i.attributes, '$' columns (color varchar(20) path '$.color')) t group by t.color order by n desc
;
select date_format(d.day, '%a %e') as label, count(s.id) as n from (select date('2023-03-01') + interval seq day as day from seq_0_to_13) d left join sales s on s.sold_at >= d.day and s.sold_at < d.day + interval 1 day group by d.day
;
select a.seq * b.seq as product, count(*) from seq_1_to_9 a cross join seq_1_to_9 b group by product having count(*) > 3
;
select buyer_id, count(*) as n, datediff(max(sold_at), min(sold_at)) / nullif(count(*) - 1, 0) as mean_gap from sales group by buyer_id having n > 1 order by mean_gap limit 3
;
select case when x.n = 1 then 'once' when x.n between 2 and 6 then 'some' else 'many' end as loyalty, count(*) as buyers, sum(x.spent) as spent from (select buyer_id, count(*) as n, sum(total) as spent from sales group by buyer_id) x group by loyalty
;
select (select sum(total) from sales where year(sold_at) = 2024) / (select sum(total) from sales where year(sold_at) = 2023) - 1 as growth
;
SELECT
	Status,
	Count(*) AS N
FROM
	sales AS S
WHERE
	S.Total >= 100 AND (S.Coupon IS NOT NULL OR S.Discount > 5)
GROUP BY Status
;
select lower(substring_index(email, '@', 1)) as user, upper(substring(email, locate('@', email) + 1)) as host from buyers where email is not null and email not like '%.net' order by char_length(email), email limit 3
;
select regexp_replace(description, '([a-z]+) ([a-z]+)', '\\2 \\1') as swapped, description regexp '\\bquick\\b' as hit, regexp_substr(sku, '[0-9]+') + 0 as n from items limit 2
;
select round(std(total) / avg(total), 3) as cv, (avg(total * id) - avg(total) * avg(id)) / (stddev_pop(total) * stddev_pop(id)) as corr from sales
;
select s.status, s.n, s.n / t.total as share, sum(s.n) over (order by s.n desc rows between unbounded preceding and current row) / t.total as cumulative from (select status, count(*) as n from sales group by status) s cross join (select count(*) as total from sales) t
;
select distinct b.city, count(*) over (partition by b.city) as n, dense_rank() over (order by b.city) as code from buyers b where b.city is not null order by n desc, city
;
select l.item_id, sum(l.quantity) as sold, lag(sum(l.quantity)) over (order by sum(l.quantity) desc) - sum(l.quantity) as behind from sale_lines l group by l.item_id order by sold desc limit 4
;
select if(s.total > a.mean, 'above', 'below') as side, count(*) from sales s, (select avg(total) as mean from sales) a group by side
;
select date_add(makedate(year(sold_at), 1), interval quarter(sold_at) - 1 quarter) as quarter_start, sum(total) from sales group by quarter_start
;
select e.session, group_concat(e.kind order by e.happened, e.id separator '>') as path, sum(e.kind = 'buy') > 0 as bought from events e group by e.session having path like 'click>%' limit 3
;
select buyers.name, sales.* from buyers inner join sales on buyers.id = sales.buyer_id where buyers.name = 'buyer 3' and sales.id % 2 order by sales.id desc
;
select st_astext(st_centroid(st_envelope(st_geomfromtext('LINESTRING(0 0, 4 2)')))) as middle, st_distance(point(0, 0), point(3, 4)) as five, st_numpoints(linestring(point(0, 0), point(1, 1))) as n
;
select id, flags, flags | b'0001' as with_first, flags ^ b'1111' as inverted, bit_count(flags) as bits, export_set(flags, '1', '0', '', 4) as shown from buyers limit 2
;
select id from events partition (early, late) where kind = 'buy' and time(happened) between '08:00' and '12:00' and dayofweek(happened) not in (1, 7) limit 3
;
select uuid() regexp '^[0-9a-f-]{36}$' as shaped, cast('2001:db8::1' as inet6) as address, cast('b' as char) in ('a', 'b') as found
;
select nvl2(discount, 'yes', 'no') as has_discount, count(*) from sales group by 1 order by 2
;
select json_arrayagg(distinct status order by status limit 2) as some, json_array(1, 'a', null, true, json_object('k', 1.5)) as mixed from sales
