select b.name, count(*) filter (where s.status = 'paid') as paid, count(*) filter (where s.status <> 'paid') as other from buyers b left join sales s on s.buyer_id = b.id group by b.id order by paid desc nulls last fetch first 5 rows only
;
SELECT date_trunc('month', sold_at)::date AS "Month", sum(total) AS revenue, sum(sum(total)) OVER (ORDER BY date_trunc('month', sold_at)::date) AS running FROM sales GROUP BY 1 ORDER BY 1
;
select channel, status, grouping(channel, status) as level, sum(total) from sales group by cube (channel, status) order by 3, 1, 2
;
select coalesce(channel, '— all —') as channel, extract(quarter from sold_at) as q, avg(total)::numeric(10,2) from sales group by rollup (channel, extract(quarter from sold_at))
;
select s.*, t.top from sales s cross join lateral (select max(unit_price) as top from sale_lines l where l.sale_id = s.id) t where t.top is not null limit 20
;
with recursive tree as (select id, name, 1 as depth, array[name] as path from categories where parent_id is null union all select c.id, c.name, depth + 1, path || c.name from categories c join tree on c.parent_id = tree.id) select repeat('  ', depth - 1) || name as label, array_to_string(path, ' > ') from tree order by path
;
with recursive r(id, name) as (select id, name from buyers where referred_by is null union all select b.id, b.name from buyers b join r on b.referred_by = r.id) search depth first by id set ord select id, name, ord from r
;
with recursive chain as (select id, referred_by, 0 as hops from buyers where referred_by is null union all select b.id, b.referred_by, hops + 1 from buyers b, chain where b.referred_by = chain.id) cycle id set looped using trail select hops, count(*), bool_or(looped) from chain group by hops
;
select d::date as day, coalesce(sum(s.total), 0) as revenue from generate_series('2023-02-01'::date, '2023-02-28', '1 day') as d left join sales s on s.sold_at::date = d group by d order by d
;
select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by total) as quartiles, percentile_disc(0.9) within group (order by total desc), mode() within group (order by status) from sales
;
select id, total, ntile(4) over w, percent_rank() over w, cume_dist() over w from sales window w as (order by total)
;
select buyer_id, sold_at, total, lag(total, 1, 0::numeric) over (partition by buyer_id order by sold_at) as previous, total - first_value(total) over (partition by buyer_id order by sold_at) as since_first from sales
;
select sold_at::date, total, avg(total) over (order by sold_at range between interval '7 days' preceding and current row) as week_mean from sales
;
select id, sum(total) over (order by id rows between 2 preceding and 2 following exclude current row) from sales where id < 20
;
select id, count(*) over (order by discount nulls first groups between 1 preceding and 1 following exclude ties) from sales
;
select kind, payload->>'n' as n, payload #>> '{path,1}' as step, payload -> 'path' ->> 0 from events where payload @> '{"ok": true}' and payload ? 'n' limit 10
;
select e.id, p.step, p.place from events e, jsonb_array_elements_text(e.payload -> 'path') with ordinality as p(step, place) where e.id <= 10
;
select key, count(*), min(value::text) from items, jsonb_each(attributes) group by key
;
select * from json_to_recordset('[{"a":1,"b":"x"},{"a":2,"b":null}]') as t(a int, b text)
;
select jsonb_path_query_array(attributes, '$.labels[*] ? (@ like_regex "^l[01]$")'), attributes @? '$.size ? (@.h > 10)', attributes @@ '$.size.w < 12' from items
;
select jsonb_object_agg(status, n order by status) from (select status, count(*) as n from sales group by status) as q
;
select jsonb_build_object('buyer', b.name, 'orders', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'total', s.total) order by s.id) filter (where s.id is not null), '[]'::jsonb)) from buyers b left join sales s on s.buyer_id = b.id group by b.name
;
select row_to_json(x) from (select id, title, price from items order by price desc limit 3) x
;
select to_jsonb(b) - 'settings' - '{email,birthday}'::text[] || '{"source": "crm"}' from buyers b where id = 1
;
select jsonb_set(settings, '{mail,weekly}', 'false', true), jsonb_insert(settings, '{list}', '[1]'), jsonb_strip_nulls('{"a": null}'), settings #- '{mail}' from buyers fetch next 1 row only
;
select settings['mail']['weekly'] as weekly, attributes['size']['h']::int * 2 as twice from buyers b, items i where b.id = i.id
;
select array_agg(distinct t order by t) from items, unnest(tags) t
;
select title, tags[1], tags[2:], array_length(tags, 1), cardinality(tags), 't1' = any(tags), tags && array['t2', 'zz'], tags @> '{all}' from items
;
select array(select title from items where price > 20 order by 1) as dear, (array[[1,2],[3,4]])[2][1] as four
;
select a, b from unnest(array['x','y','z'], array[1,2]) as u(a, b)
;
select * from rows from (generate_series(1, 3), unnest('{a,b,c}'::text[])) with ordinality as r(n, letter, place)
;
select i, tags[i] from items, generate_subscripts(tags, 1) as i where id = 3
;
select array_position(tags, 'all'), array_remove(tags, 'all'), array_replace(tags, 'all', 'any'), array_cat(tags, '{z}'), tags || 'new'::text from items limit 2
;
select split_part(email, '@', 2) as domain, count(*) from buyers where email is not null group by 1 having count(*) > 1 order by count(*) desc, 1
;
select name, (regexp_match(email, '^([^@]+)@(.+)$'))[2], regexp_replace(name, '\s+(\d+)', '#\1', 'g'), email ~* '\.ORG$', substring(name from '\d+') from buyers
;
select m[1] as word, count(*) from items, regexp_matches(description, '\m(\w{4,})\M', 'g') as m group by 1
;
select word, count(*) as uses from items cross join regexp_split_to_table(lower(description), '\s+') as word group by word order by uses desc, word limit 10
;
select initcap(title), upper(left(title, 3)), right(sku, 4)::int, lpad(id::text, 6, '0'), reverse(sku), translate(sku, '-', '_'), overlay(sku placing '***' from 1 for 3), position('-' in sku), strpos(sku, 'U') from items
;
select format('%s (%I) costs %L', title, sku, price), concat_ws(', ', title, null, sku), quote_literal(title), md5(title), ascii('A'), chr(8364) from items limit 1
;
select trim(both ' x' from '  xhix '), btrim('xxhixx', 'x'), ltrim('007', '0'), char_length('naïve'), octet_length('naïve'), bit_length('a')
;
select to_char(sold_at, 'FMDay, DD "of" Month YYYY HH24:MI'), to_char(total, 'FM999G990D00'), to_char(-5, '999PR'), to_date('31.03.2024', 'DD.MM.YYYY'), to_timestamp(1700000000) from sales limit 1
;
select age(sold_at, '2022-01-01'), justify_interval('35 days 27 hours'), extract(epoch from sold_at)::bigint, extract(isodow from sold_at), date_part('week', sold_at), make_date(2024, 2, 29), make_interval(days => 10, hours => 2) from sales limit 3
;
select date_bin('15 minutes', at, timestamptz '2024-01-01') as slot, count(*) from events group by slot order by slot limit 8
;
select at at time zone 'Europe/Rome' as local, at at time zone 'UTC', timezone('Asia/Tokyo', at), extract(timezone_hour from at), date_trunc('day', at, 'America/New_York') from events limit 2
;
select current_date - interval '1 year' < now(), current_timestamp(0) is not null, localtime < '24:00', localtimestamp > 'epoch', date 'today' + 1 > current_date, 'infinity'::timestamp > now()
;
select interval '1-2' + interval '3 4:05:06', interval '90' minute, interval '2' year, 2.5 * interval '1 hour', '1 day 2 hours ago'::interval, interval 'P1Y2M10DT2H30M'
;
select (date '2024-01-01', date '2024-02-01') overlaps (date '2024-01-15', interval '10 days'), tstzrange(now(), null) @> now(), daterange('2024-01-01', '2024-02-01', '[]') * daterange('2024-01-20', null)
;
select i.title, p.price from items i join prices p on p.item_id = i.id and p.during @> date '2023-08-15' order by 1
;
select item_id, lower(during), upper(during), upper(during) - lower(during) as days, isempty(during), during -|- daterange('2023-04-11', '2023-05-01') from prices where item_id < 3
;
select range_agg(during) as covered, range_merge(range_agg(during)) from prices where item_id = 1
;
select unnest(datemultirange(daterange('2024-01-01', '2024-02-01'), daterange('2024-03-01', '2024-04-01'))) as free
;
select distinct on (buyer_id) buyer_id, id, sold_at from sales order by buyer_id, sold_at desc, id
;
select status, max(total) filter (where channel = 'web') as web, max(total) filter (where channel = 'shop') as shop from sales group by status order by status
;
select buyer_id, sum(case extract(year from sold_at) when 2023 then total else 0 end) as y2023, sum(case when sold_at >= '2024-01-01' and sold_at < '2025-01-01' then total end) as y2024 from sales group by buyer_id
;
with firsts as (select buyer_id, min(date_trunc('month', sold_at)) as cohort from sales group by 1), active as (select distinct buyer_id, date_trunc('month', sold_at) as m from sales) select cohort::date, (extract(year from age(m, cohort)) * 12 + extract(month from age(m, cohort)))::int as n, count(*) from firsts join active using (buyer_id) group by 1, 2 order by 1, 2
;
with gaps as (select id, at, at - lag(at) over (partition by buyer_id order by at) > interval '30 minutes' as fresh, buyer_id from events) select buyer_id, at, sum(coalesce(fresh, true)::int) over (partition by buyer_id order by at) as visit from gaps
;
with d as (select distinct sold_at::date as day from sales), g as (select day, day - (row_number() over (order by day))::int as grp from d) select min(day), max(day), count(*) from g group by grp having count(*) >= 1 order by 3 desc
;
select a.id, b.id from items a join items b on a.id < b.id and a.price between b.price - 2 and b.price + 2 order by 1, 2
;
select * from sales natural join (select sale_id as id, sum(quantity) as pieces from sale_lines group by sale_id) as l
;
select id, n from items full outer join (select category_id, count(*) as n from items group by category_id) c using (category_id) as j where j.category_id > 2
;
select b.name from buyers b where not exists (select from sales s where s.buyer_id = b.id and s.status = 'void')
;
select name from buyers where id in (select buyer_id from sales group by buyer_id having sum(total) > all (select avg(total) from sales))
;
select (select count(*) from sales) as sales, (select count(*) from items) as items, (select max(at) from events) as last_event
;
select id from items where (category_id, price) in (select category_id, max(price) from items group by category_id)
;
select row(1, 'a', null) is distinct from row(1, 'a', 2), (1, 2) < (1, 3), row(total, discount)::text from sales limit 1
;
values (1, 'one'), (2, 'two'), (3, null) except select 3, x.name from (select null as name) x
;
select v.* from (values (date '2024-01-01', 3.5), ('2024-02-01', null)) as v(day, score) where v.score is not null
;
table items limit 3 offset 1
;
(select id, 'sale' as kind from sales order by id limit 2) union all (select id, 'event' from events order by id desc limit 2) order by kind, id
;
select city from buyers intersect select ship_to ->> 'city' from sales except all select null
;
select "Month", "Target (EUR)", mt."Région" as "région ü" from "Monthly Targets" mt where "Target (EUR)" > 1050 order by "Month"
;
select t."Month" as month, t."Target (EUR)" as target, sum(s.total) as actual, round(100 * sum(s.total) / t."Target (EUR)", 1) as "%" from "Monthly Targets" t left join sales s on date_trunc('month', s.sold_at) = t."Month" group by t."Month", t."Target (EUR)"
;
SELECT /* the best sellers */ i.title -- name
     , SUM(l.quantity * l.unit_price) AS revenue /* nested /* comment */ here */
FROM sale_lines AS l INNER JOIN items AS i ON (i.id = l.item_id)
WHERE i.title <> '-- not a comment' AND i.title != $$/* neither */$$
GROUP BY i.title
HAVING SUM(l.quantity) > 1
ORDER BY revenue DESC, i.title ASC NULLS FIRST
LIMIT 10 OFFSET 0
;
select U&"\0069d" as "key", U&'caf\00e9' as coffee, E'tab\there', 'two '
 'parts', B'1010' & B'0110', X'1F'::int, 1_000_000 as million from items limit 1
;
select 'abc' like 'a%' as a, 'abc' similar to '(a|b)%' as b, 'abc' not ilike 'X_C' as c, 'a%c' like 'a\%c' escape '\' as d, 'abc' ~ '^[a-c]+$' as e, 'abc' !~* 'Z' as f
;
select id from items where description like all (array['%quick%', '%dogs%']) and sku ilike any (array['sku-%', 'x%'])
;
select to_tsvector('english', description) @@ websearch_to_tsquery('english', 'quick -cat "lazy dog"') as hit, ts_rank_cd(to_tsvector('english', description), plainto_tsquery('english', 'lazy dogs')) as score, ts_headline('english', description, to_tsquery('jump <-> over | dog:*')) from items order by score desc limit 3
;
select word, ndoc from (select lexeme as word, count(*) as ndoc from items, unnest(to_tsvector('simple', description)) group by lexeme) w order by ndoc desc limit 5
;
select total::int, cast(total as text) || ' EUR', '12.5'::numeric(6,2), 't'::bool, 1::bit(4), '{1,2}'::int[], '(1,2)'::point, numeric '1e-3', float8 'NaN', 'x'::"char", cast('08:30' as time) from sales limit 1
;
select 7 / 2, 7 % 3, -7 / 2, 7.0 / 2, 2 ^ 10, |/ 25.0, ||/ 27.0, @ -5, 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 256 >> 2, div(7, 2), mod(-7, 3)
;
select round(avg(total), 2), trunc(12.987, 1), ceil(1.2), floor(-1.2), sign(-3), sqrt(2), exp(1), ln(10), log(2, 8), power(2, 0.5), cbrt(27), pi(), degrees(pi()), width_bucket(35, 0, 100, 10) from sales
;
select corr(quantity, unit_price), regr_slope(unit_price, quantity), covar_pop(quantity, unit_price), stddev_samp(unit_price), var_pop(unit_price), bit_or(quantity), bool_and(quantity > 0), every(line > 0) from sale_lines
;
select greatest(total, discount, 50), least(1, null, 3), nullif(coupon, ''), coalesce(coupon, 'none'), num_nulls(coupon, discount, total), num_nonnulls(coupon, 1) from sales limit 5
;
select case when total > 300 then 'large' when total > 100 then 'medium' else 'small' end as bucket, count(*), round(100.0 * count(*) / sum(count(*)) over (), 2) as share from sales group by bucket order by min(total)
;
select string_agg(distinct coupon, '|' order by coupon), string_agg(id::text, ',' order by total desc) filter (where total > 390) from sales
;
select host(ip), family(ip), masklen(ip), network(set_masklen(ip, 24)), ip << inet '10.0.1.0/24' as inside, ip + 1 from events where ip <<= '10.0.0.0/16' limit 4
;
select session, count(*), min(at), max(at), max(at) - min(at) as length, avg(took), sum(took) from events group by session order by length desc limit 5
;
select extract(hour from at) as h, to_char(at, 'Dy') as dow, count(*) from events group by grouping sets ((1, 2), (1), ()) order by h nulls last, dow
;
select id, tableoid is not null as known, ctid is not null, xmin is not null from items limit 1
;
select * from sales tablesample bernoulli (50) repeatable (7) where total > 0
;
select count(*) from events tablesample system (100)
;
select bucket, count(*) from (select width_bucket(price, array[5, 10, 20]::numeric[]) as bucket from items) h group by 1 order by 1
;
select item_id, sum(quantity) as sold, rank() over (order by sum(quantity) desc), dense_rank() over (order by sum(quantity) desc) from sale_lines group by item_id order by sold desc
;
select * from (select category_id, title, price, row_number() over (partition by category_id order by price desc, id) as place from items) ranked where place <= 2
;
select id, nth_value(total, 2) over (partition by channel order by total desc rows between unbounded preceding and unbounded following) as second, last_value(total) over (partition by channel order by id rows between current row and unbounded following) from sales
;
with sold as materialized (select item_id, sum(quantity) q from sale_lines group by 1), never as not materialized (select id from items where id not in (select item_id from sold)) select (select count(*) from never) as unsold, (select max(q) from sold) as best
;
with a(x) as (values (1), (2)), b as (select x * 10 as y from a) select x, y from a cross join b where y / 10 = x
;
select sum(x) from (with inner_one as (select total as x from sales) select x from inner_one) q
;
select exists (select 1 from sales where total > 400) as any_big, not (null is null) as no, true and null is unknown, (2 > 1) is true, null isnull, 1 notnull, 1 is not distinct from 1
;
select id between symmetric 10 and 5 from items
;
select id from items order by price using >, title collate "C" limit 2
;
select title collate "C" < 'Item 3', title > 'item' collate "POSIX" from items limit 2
;
select name, birthday, extract(year from age(date '2024-06-01', birthday)) as years, to_char(birthday, 'MM-DD') = '02-29' as leap, date_trunc('decade', birthday) from buyers where birthday is not null order by extract(doy from birthday) limit 5
;
select country, count(*) as n, count(distinct city) as cities, avg(extract(year from birthday))::int, array_agg(name order by name) filter (where active) as names from buyers group by country
;
select x.city, x.n, sum(x.n) over () as total from (select coalesce(city, 'unknown') as city, count(*) as n from buyers group by 1) as x where n >= 2
;
select b.id, r.name as referrer, rr.name as their_referrer from buyers b left join buyers r on b.referred_by = r.id left join buyers rr on r.referred_by = rr.id where b.active is not false
;
select (b).name, (b).city, (b).*, (q.b).id + 1 from (select buyers as b from buyers limit 2) q
;
select b is not null as whole, b::text from buyers b where id = 2
;
select count(*), count(coupon), count(distinct (channel, status)), sum(total) filter (where coupon is null), any_value(channel) is null from sales
;
select encode(sha256(name::bytea), 'hex'), encode('abc', 'base64'), decode('616263', 'hex'), convert_from('\x616263', 'UTF8'), get_byte('\x41', 0) from buyers limit 1
;
select xmlelement(name item, xmlattributes(id, price as cost), xmlforest(title, sku)), xmlagg(xmlelement(name x, id)) over () from items limit 1
;
select x.* from xmltable('/r/i' passing xml '<r><i id="1">a</i><i id="2">b</i></r>' columns id int path '@id', v text path '.', n for ordinality) as x
;
select xpath('/a/b/text()', '<a><b>1</b><b>2</b></a>'), xmlexists('//b' passing '<a><b/></a>')
;
select point(1, 2) <-> point(4, 6) as distance, circle(point(0, 0), 2) @> point(1, 1), box '((0,0),(2,2))' && box '((1,1),(3,3))', area(box '((0,0),(2,3))')
;
select gen_random_uuid() is not null, random() < 1, clock_timestamp() >= now(), pg_typeof(1.5)::text, current_user = session_user, current_database() is not null, version() like 'PostgreSQL%'
;
select n, n * n as square from generate_series(10, 1, -3) n
;
select to_char(m, 'Mon YYYY'), (m + interval '1 month - 1 day')::date as last_day from generate_series(timestamp '2024-01-01', '2024-12-01', '1 month') as m
;
select h, d, count(e.id) from generate_series(0, 23, 6) h cross join generate_series(1, 7) d left join events e on extract(hour from e.at) between h and h + 5 and extract(isodow from e.at) = d group by h, d order by d, h
;
select status, sum(total), sum(total) / sum(sum(total)) over () as share, sum(sum(total)) over (order by sum(total) desc rows unbounded preceding) / sum(sum(total)) over () as cumulative from sales group by status order by 2 desc
;
select buyer_id, (array_agg(id order by total desc))[1] as biggest, (array_agg(status order by sold_at desc))[1:3] as latest from sales group by buyer_id
;
select l.sale_id, i.title, l.quantity from sale_lines l join items i on i.id = l.item_id where (l.sale_id, l.line) >= (10, 2) order by (l.sale_id, l.line) limit 5
;
select s.id from sales s where s.ship_to ->> 'zip' ~ '^0000[1-5]$' and json_typeof(s.ship_to -> 'city') = 'string' and (s.ship_to ->> 'zip')::int > 2
;
select kind, count(*) as n, avg((payload ->> 'n')::numeric) as mean, bool_or((payload ->> 'ok')::boolean), jsonb_agg(distinct payload -> 'path' -> 1) from events group by kind
;
select jsonb_pretty(attributes), jsonb_typeof(attributes -> 'size'), jsonb_array_length(attributes -> 'labels'), attributes -> 'labels' -> -1, attributes ?| array['color', 'x'], attributes ?& '{color,size}' from items limit 1
;
select k from items, jsonb_object_keys(attributes) k where id = 1 order by 1
;
select i.id, x.color, x.size from items i cross join lateral jsonb_to_record(i.attributes) as x(color text, size jsonb) limit 3
;
select * from jsonb_populate_record(null::buyers, '{"id": 5, "name": "Zoë"}')
;
select json_build_array(1, 'a', null, true), json_object('{a,1,b,2}'), array_to_json(array[1, 2]), json_array_length('[1,2,3]'), to_json('it''s "quoted"'::text)
;
select d.day, e.kind, coalesce(c.n, 0) from (select generate_series(date '2024-01-01', '2024-01-03', '1 day')::date as day) d cross join (select distinct kind from events) e left join (select at::date as day, kind, count(*) n from events group by 1, 2) c using (day, kind) order by 1, 2
;
with funnel as (select buyer_id, min(at) filter (where kind = 'view') as v, min(at) filter (where kind = 'click') as c, min(at) filter (where kind = 'buy') as b from events group by buyer_id) select count(v), count(c) filter (where c > v), count(b) filter (where b > c and c > v), round(100.0 * count(b) / nullif(count(v), 0), 1) || '%' from funnel
;
with rfm as (select buyer_id, ntile(5) over (order by max(sold_at)) as r, ntile(5) over (order by count(*)) as f, ntile(5) over (order by sum(total)) as m from sales group by buyer_id) select concat(r, f, m) as cell, count(*) from rfm group by rollup ((concat(r, f, m))) order by 1 nulls last
;
select yr, mon, total, round((total / lag(total) over (order by yr, mon) - 1) * 100, 2) as "growth %" from (select extract(year from sold_at)::int as yr, extract(month from sold_at)::int as mon, sum(total) as total from sales group by 1, 2) m
;
select total, count(*) over (partition by channel) as n, sum(total) over (partition by channel order by sold_at, id) as cum, row_number() over (partition by channel order by total desc) <= 0.1 * count(*) over (partition by channel) as top_decile from sales
;
select a.status, b.status from (select distinct status from sales) a, (select distinct status from sales) b where a.status <> b.status
;
select id, greatest(0, least(100, total)) as clamped, sign(total - 100), abs(total - 100), total * (1 - coalesce(discount, 0) / 100) as net from sales
;
select coupon is null as no_coupon, count(*) from sales group by coupon is null
;
select distinct left(status, 1) || right(status, 1) as code, length(status) from sales order by code
;
select count(*) from sales where sold_at >= date_trunc('year', timestamp '2023-06-30') and sold_at < date_trunc('year', timestamp '2023-06-30') + '1 year'::interval
;
select * from sales where sold_at between timestamp '2023-03-01' and timestamp '2023-03-31 23:59:59' and not status in ('void', 'open') or coupon ilike 'spring%' order by 3 desc, 1 limit all
;
select sum(quantity) as sum, count(*) as "count", max(line) "max", min(unit_price) as value, avg(quantity) as position from sale_lines
;
select s.id as order, b.name as user, s.total as limit, b.city as group from sales s join buyers b on b.id = s.buyer_id limit 1
;
select i.title, last.price, last.from_day from items i left join lateral (select p.price, lower(p.during) as from_day from prices p where p.item_id = i.id order by during desc limit 1) last on true
;
select x, y from (select 1 as x) a left join lateral (select a.x + 1 as y union all select a.x + 2) b on b.y > a.x
;
select setweight(to_tsvector('simple', title), 'A') || to_tsvector('english', description), numnode(to_tsquery('a & b')), strip(to_tsvector('a b')) from items limit 1
;
select e1.buyer_id, e1.at, e2.at from events e1 join events e2 on e2.buyer_id = e1.buyer_id and e2.at > e1.at and e2.at <= e1.at + interval '1 day' where e1.kind = 'view' and e2.kind = 'buy'
;
select count(*), count(*) = sum(1) from sales group by ()
;
select count(*) from items having count(*) > 1
;
select channel, status, count(*) from sales group by distinct rollup (channel, status), rollup (channel)
;
select all status from sales limit 2
;
select from items limit 1
;
select 1 as a, 2 as b, 3 as c where false
;
select case status when 'paid' then 1 when 'sent' then 2 end as o, status from sales group by status order by o nulls last
;
select id from sales order by case when status = 'open' then 0 else 1 end, sold_at desc limit 5
;
select id, name from buyers order by substring(name from '\d+')::int desc, length(name) offset 3 rows fetch first 4 rows with ties
;
select pg_size_pretty(1234567::bigint), scale(1.230), min_scale(1.230), trim_scale(1.230), gcd(12, 18), lcm(4, 6), factorial(5)
;
select parse_ident('"Some".name'), string_to_array('a,b,,c', ',', ''), array_to_string(array[1, null, 3], '-', '?'), starts_with('abc', 'ab'), 'abc' ^@ 'ab'
;
select normalize('e' || U&'\0301', NFC) = 'é', 'é' is nfc normalized, unistr('\0041'), to_hex(255), to_hex(-1), convert_to('x', 'LATIN1')
;
select regexp_count(description, 'o'), regexp_instr(description, 'quick'), regexp_substr(description, 'n\w+', 1, 2), regexp_like(title, '^item', 'i') from items limit 1
;
select date_add(timestamptz '2024-01-31', '1 month'), date_subtract(timestamptz '2024-03-31', '1 month'), isfinite(date 'infinity'), date '2024-03-01' - date '2024-02-01', date '2024-03-01' + time '10:00', time '10:00' - time '08:15'
;
select total from sales where total = (select max(total) from sales where status = 'paid') union select total from sales where total <= all (select total from sales)
;
select id from events where took > '1 minute' and took <= make_interval(secs => 80.5) and extract(second from took) <> 0
;
select c.name, count(i.*), coalesce(sum(i.price), 0)::money from categories c left join items i on i.category_id = c.id group by c.id, c.name order by c.name
;
select parent.name || ' / ' || child.name from categories child join categories parent on parent.id = child.parent_id
;
select q.* from (select *, price - avg(price) over (partition by category_id) as above from items) as q where above > 0
;
select count(*) filter (where price < 10)::float / count(*) as cheap, count(*) filter (where 't1' = any (tags)) from items
;
select m.month, coalesce(r.revenue, 0) from (select generate_series('2023-01-01'::timestamp, '2023-12-01', '1 month') as month) m left join (select date_trunc('month', sold_at) as month, sum(total) as revenue from sales group by 1) r on r.month = m.month
;
select sum(total) as total, 'All' as label from sales union all select sum(total), channel from sales group by channel order by total desc
;
select md5(string_agg(id::text || total::text, ',' order by id)) as checksum from sales
;
select percentile_cont(0.5) within group (order by total) filter (where channel = 'web') as web_median, rank(100) within group (order by total), percent_rank(100) within group (order by total) from sales
;
select kind, at, lead(at) over w - at as until_next, first_value(kind) over w as first from events window w as (partition by session order by at, id), v as (w rows 1 preceding)
;
select ''::text = '' as empty, ' ' = '', null || 'x' is null, concat(null, 'x'), length(''), coalesce(nullif(trim('  '), ''), 'blank')
;
select array_agg(x) from (select x from generate_series(1, 5) x order by random()) s
;
select trunc(extract(epoch from (max(at) - min(at))) / 3600) as hours from events
;
select 'Total: ' || to_char(sum(total), 'FM€999,999.00') as "Σ Umsatz", count(*)::text || ' 件' as 件数 from sales
;
select s.status as "Status""quoted", max(s.total) as "a.b", min(s.total) as "SELECT" from sales as s group by s.status
;
with params as (select date '2023-03-01' as from_day, date '2023-06-01' as to_day, 50::numeric as least_total) select count(*) from sales, params where sold_at >= from_day and sold_at < to_day and total > least_total
;
select b.name, x.* from buyers b, lateral (select count(*) as n, coalesce(sum(total), 0) as spent from sales where buyer_id = b.id) x order by spent desc limit 3
;
select (date_trunc('week', sold_at + interval '1 day') - interval '1 day')::date as sunday, count(*) from sales group by sunday order by sunday limit 4
;
select coalesce(a.day, b.day) as day, a.n as sales, b.n as events from (select sold_at::date as day, count(*) n from sales group by 1) a full join (select at::date as day, count(*) n from events group by 1) b on a.day = b.day order by 1
;
select name, signed_up, now() - signed_up > interval '90 days' as old, extract(day from now() - signed_up)::int / 30 >= 0 from buyers where signed_up is not null and signed_up < now() limit 3
;
select a.column1, b.column1 from (values (1), (2)) a, (values ('x'), ('y')) b
;
select json_agg(json_build_object('c', country, 'n', n)) from (select country, count(*) n from buyers group by 1 order by 1) t
;
with recursive fib(a, b) as (select 0::numeric, 1::numeric union all select b, a + b from fib where b < 1000) select array_agg(a) from fib
;
with recursive months(m) as (select date '2023-01-01' union all select (m + interval '1 month')::date from months where m < '2023-12-01') select to_char(m, 'YYYY-MM') as month, count(s.id) from months left join sales s on to_char(s.sold_at, 'YYYY-MM') = to_char(m, 'YYYY-MM') group by m order by m
;
select sum(n) from (select count(*) as n from sales where status = 'paid' group by channel limit 1) x(n), (select 1) y(z) where z = 1
;
select bit_and(quantity), bit_xor(quantity), string_agg(quantity::text, null), json_object_agg(line, quantity) from sale_lines where sale_id < 5
;
select id, price, case when lag(price) over (order by id) is null then '=' when price > lag(price) over (order by id) then '▲' else '▼' end as trend from items
;
select rank() over (partition by date_trunc('month', sold_at) order by total desc nulls last), date_trunc('month', sold_at) as month, total from sales order by month, rank limit 12
;
select extract(year from sold_at) as y, crossed.* from sales, lateral (values ('total', total), ('discount', discount)) as crossed(metric, value) where value is not null limit 6
;
select count(distinct buyer_id) filter (where sold_at >= timestamp '2024-01-01') as recent, count(distinct buyer_id) as ever from sales
;
select position('x' in 'text'), substring('text' from 2 for 2), substring('text' similar '%#"ex#"%' escape '#'), overlay('text' placing 'X' from 2), extract(century from date '2024-01-01'), cast(null as int)
;
select sale_id, sum(quantity * unit_price) as gross from sale_lines group by sale_id having sum(quantity * unit_price) > (select avg(g) from (select sum(quantity * unit_price) as g from sale_lines group by sale_id) z) order by gross desc
;
select jt.* from items, json_table(attributes, '$' columns (color text path '$.color', h int path '$.size.h' default 0 on empty, nested path '$.labels[*]' columns (label text path '$'))) as jt where id < 4
;
select json_value(attributes, '$.size.w' returning int), json_query(attributes, '$.labels' with wrapper), json_exists(attributes, '$.color'), '{"a":1}' is json object, '[1' is not json from items limit 2
;
select json_object('id': id, 'name': name absent on null), json_arrayagg(id order by id), json_objectagg(id: name returning jsonb) from buyers where id < 4 group by id, name
;
select xmlparse(content '<a/>'), xmlserialize(content xmlconcat('<a/>', '<b/>') as text), xmlpi(name php), xmlcomment('x'), 'x' is document
;
select 1 operator(pg_catalog.+) 2, total operator(pg_catalog.>) 5, pg_catalog.lower('X'), sales.id, public.sales.status from public.sales limit 1
;
select 0x1F, 0b101, 0o17, 1e3, .5, 5., -(-3), - -3, +4, 1_0.5
;
select x.a, (x.p).price, r.b from (select 1 as a, jsonb_populate_record(null::prices, '{"price": 3}') as p) y, lateral (select y.a, y.p) x(a, p), lateral (select x.a + 1 as b) r where (x.p).price = 3
;
select collation for ('a' collate "C"), timestamp(0) '2024-01-01 10:00:00.7', cast('1 day' as interval day), time with time zone '10:00+02', at at local is not null from events limit 1
;
select num_nulls(variadic array[1, null]), concat(variadic array['a', 'b']), format('%2$s %1$s', variadic array['x', 'y']), format('%-10s|%5s|', 'ab', 1)
;
select sum(total) over w2, rank() over (w1 order by total) from sales window w1 as (partition by status), w2 as (w1 order by id rows between unbounded preceding and 1 following)
;
select string_to_table('a b c', ' ') as word, generate_series(1.0, 2.0, 0.25) as step
;
select distinct on (date_trunc('month', sold_at)) sold_at, total from sales order by date_trunc('month', sold_at), total desc
;
select tags[:1], tags[1:1], (array[10,20,30])[-1], array[1,2] || 3, 0 || array[1], array_fill(0, array[2, 2]), trim_array(array[1,2,3], 1), array_ndims(array[[1]]) from items limit 1
;
select macaddr '08:00:2b:01:02:03', trunc(macaddr '08:00:2b:01:02:03'), bit '101' || bit '1', cidr '10.1.0.0/16' >> inet '10.1.2.3', int4range(1, 5) @> 3, numrange(1.5, null) && numrange(2, 3)
