from sales
;
from sales select status, count(*) group by all order by all limit 5
;
from sales s join buyers b on b.id = s.buyer_id select b.name, sum(s.total) as spent group by b.name having spent > 500 order by spent desc
;
from (from sales where total > 100) select avg(total)
;
from buyers where city = 'Rome' limit 3
;
with q as (from sales select buyer_id, total) from q select sum(total)
;
select b.name, count(*) filter (where s.status = 'paid') as paid from buyers b left join sales s on s.buyer_id = b.id group by b.id, b.name order by paid desc nulls last limit 5
;
SELECT date_trunc('month', sold_at)::DATE AS "Month", sum(total) AS revenue, count(*) AS n FROM sales GROUP BY ALL ORDER BY ALL
;
select channel, status, grouping_id(channel, status) as level, sum(total) from sales group by cube (channel, status) order by all
;
select channel, year(sold_at) as y, sum(total) from sales group by rollup (channel, y)
;
select channel, status, count(*) from sales group by grouping sets ((channel, status), (channel), ())
;
pivot sales on status in ('paid', 'open') using sum(total) group by channel
;
pivot sales on year(sold_at) in (2023, 2024) using count(*) as n, max(total) as top group by channel order by channel
;
pivot (from sales select channel, status, total) on channel in ('web', 'shop'), status in ('paid') using avg(total)
;
select * from (pivot sales on status in ('paid', 'open') using sum(total) group by buyer_id) where paid > 100
;
with p as (pivot sales on channel in ('web', 'shop') using count(*) group by status) select status, web + shop as both from p
;
unpivot readings on jan, feb, mar into name month value reading
;
unpivot readings on columns(* exclude sensor) into name month value reading
;
from readings unpivot include nulls (reading for month in (jan, feb as 'February', mar))
;
select sensor, month, v from (unpivot readings on (jan, feb) into name month value v, w) as u
;
select * from sales pivot (sum(total) as s, count(*) as n for status in ('paid', 'open') group by channel)
;
summarize sales
;
summarize select total, discount from sales
;
from (summarize items) select column_name, null_percentage
;
describe sales
;
select column_name, column_type from (describe sales)
;
describe select * from buyers
;
select s.id, p.price from sales s join sale_lines l on l.sale_id = s.id asof join prices p on p.item_id = l.item_id and p.since <= s.sold_at::date
;
select * from sales s asof left join (select item_id as buyer_id, since::timestamp as sold_at, price from prices) p using (buyer_id, sold_at)
;
select e.id, s.id as latest from events e asof left join sales s on e.buyer_id = s.buyer_id and e.happened >= s.sold_at
;
select * from items positional join readings
;
select i.title from items i semi join sale_lines l on l.item_id = i.id
;
select b.name from buyers b anti join sales s on s.buyer_id = b.id
;
select id, total from sales qualify row_number() over (partition by buyer_id order by total desc) = 1 order by id
;
select buyer_id, count(*) as n, rank() over (order by count(*) desc) as r from sales group by buyer_id qualify r <= 3
;
select columns('^(id|total)$') from sales limit 2
;
select min(columns(*)), max(columns(*)) from readings
;
select columns(c -> c like '%at%' or c = 'id') from sales limit 1
;
select columns(* exclude (photo_of)) from (select 1 as a, 2 as photo_of)
;
select * exclude (ship_to, coupon) replace (round(total) as total) rename (id as sale_id) from sales limit 2
;
select sales.* exclude (ship_to), buyers.* from sales join buyers on buyers.id = buyer_id limit 1
;
select coalesce(*columns('jan|feb|mar')) from readings
;
select columns('(.*)_id') as '\1' from sales limit 1
;
select * from readings where columns('jan|feb') > 1
;
select unnest(columns('tags')) from items limit 2
;
select [x.title for x in list({'title': title}) if x.title is not null] as titles from items
;
select [upper(t) for t in tags if t <> 'all'], [x + i for x, i in [10, 20]] from items limit 1
;
select list_transform(tags, lambda t: t || '!'), list_filter([1, 2, 3, 4], lambda x: x % 2 = 0), list_reduce([1, 2, 3], lambda a, b: a + b) from items limit 1
;
select list_transform([1, 2, 3], (x, i) -> x * i), apply([1], x -> x + 1), filter([1, 2], x -> x > 1), list_reduce([1, 2], (a, b) -> a + b, 10)
;
select tags[1], tags[-1], tags[1:1], tags[:], [1, 2, 3, 4][2:4:2], 'duckdb'[1:4], 'abc'[2], dims[1] from items limit 1
;
select attributes.color, attributes.size.h, attributes['size']['w'], (attributes).labels[1], items.attributes.color from items limit 2
;
select attributes.* from items limit 1
;
select unnest(attributes) from items limit 1
;
select id, unnest(attributes, recursive := true) from items limit 1
;
select tag, count(*) from (select unnest(tags) as tag from items) group by tag order by 2 desc, 1
;
select i.id, t.tag from items i, unnest(i.tags) as t(tag) where t.tag <> 'all'
;
select i.id, l.label, l.ordinality from items i cross join unnest(i.attributes.labels) with ordinality as l(label, ordinality)
;
select x.unnest as n from unnest([1, 2, 3]) as x
;
select {'a': 1, 'b': {'c': [1, 2]}} as s, {a: 1, 'b c': 2} as t, struct_pack(x := 1, y := 'z'), row(1, 'a'), (1, 2) = (1, 2)
;
select map {'a': 1, 'b': 2}['a'], map(['k'], [1]), map_keys(settings), map_values(settings), settings['theme'], element_at(settings, 'n'), map_entries(settings), cardinality(settings) from buyers limit 1
;
select map_from_entries([('a', 1), ('b', 2)]) as m, map_concat(map {'a': 1}, map {'b': 2}), map_contains(settings, 'theme') from buyers limit 1
;
select list_sort(tags, 'desc', 'nulls first'), list_distinct([1, 1, 2]), list_unique([1, 1]), list_has_any(tags, ['t1']), list_contains(tags, 'all'), list_position(tags, 'all'), list_aggregate([1, 2, 3], 'sum'), list_zip([1, 2], ['a', 'b']), flatten([[1], [2]]), len(tags) from items limit 1
;
select array_agg(title order by price desc)[1:3] as top, list(distinct category_id order by category_id), string_agg(title, ', ' order by title) filter (where price > 25), listagg(sku, '|') from items
;
select array_value(1, 2, 3), array_distance([1.0, 2.0]::float[2], [3.0, 4.0]::float[2]), list_cosine_similarity([1.0, 2], [2.0, 1]), [1, 2]::integer[2]::int[]
;
select range(5), generate_series(1, 10, 3), range(date '2024-01-01', date '2024-01-04', interval 1 day)
;
select * from range(date '2024-01-01', date '2024-03-01', interval '1 month') t(month)
;
select d::date as day, coalesce(sum(s.total), 0) from generate_series(timestamp '2023-02-01', timestamp '2023-02-28', interval 1 day) as g(d) left join sales s on s.sold_at::date = d::date group by 1 order by 1
;
with recursive tree as (select id, name, [name] as path from categories where parent_id is null union all select c.id, c.name, list_append(path, c.name) from categories c join tree t on c.parent_id = t.id) select array_to_string(path, ' > ') as p, len(path) from tree order by path
;
with recursive fib(a, b) using key (a) as (select 0, 1 union select b, a + b from fib where b < 100) select max(a) from fib
;
with recursive r(n, f) as (select 1, 1::hugeint union all select n + 1, f * (n + 1) from r where n < 25) select n, f from r
;
select id, lag(total) over w, lead(total, 1, 0) over w, first_value(total) over w, sum(total) over (w rows between 2 preceding and current row) from sales window w as (partition by buyer_id order by sold_at)
;
select sold_at, avg(total) over (order by sold_at range between interval 7 days preceding and current row) from sales
;
select id, count(*) over (order by discount groups between 1 preceding and 1 following exclude ties), last_value(total ignore nulls) over (order by id), ntile(4) over (order by total), list(total) over (order by id rows 2 preceding exclude current row) from sales limit 5
;
select row_number() over (), sum(distinct quantity) over (partition by line), max(quantity) filter (where line = 1) over (order by sale_id) from sale_lines limit 3
;
select quantile_cont(total, [0.25, 0.5, 0.75]), quantile_disc(total, 0.9), median(total), mode(status), mad(total), approx_quantile(total, 0.5), percentile_cont(0.5) within group (order by total), kurtosis(total), skewness(total), entropy(status) from sales
;
select arg_max(title, price), arg_min(title, price, 3), max_by(title, price), max(price, 2), min(title, 2), any_value(sku), first(sku order by id), last(sku order by id), bool_and(price > 0), bit_or(id), product(id::double), geomean(price), histogram(category_id), favg(weight), kahan_sum(weight) from items
;
select approx_count_distinct(buyer_id), count(distinct buyer_id), approx_top_k(status, 2), corr(total, id), regr_slope(total, id), covar_pop(total, id), stddev(total), var_samp(total), sem(total), count_if(total > 100) from sales
;
select distinct on (buyer_id) buyer_id, sold_at, total from sales order by buyer_id, sold_at desc
;
select count(*) from sales tablesample 50%
;
select * from sales tablesample reservoir(5 rows) repeatable (42)
;
select * from sales tablesample bernoulli(50 percent)
;
select * from sales using sample 10 rows
;
select * from sales using sample 20 percent (system, 7)
;
select 1_000_000 as million, 1e3, .5, -5 // 2, 7 / 2, 7 // 2, 7 % 3, 2 ** 10, 2 ^ 3, 5 & 3, 5 | 3, ~5, 1 << 4, xor(5, 3), @ -5, (4)!, 5 !
;
select 'a' || 'b', 'abc' like 'a%', 'abc' ilike 'A_C', 'abc' not ilike 'x', 'abc' similar to 'a.*', 'abc' glob 'a*', 'abc' ~ 'a.c', 'abc' ^@ 'ab', 'a%c' like 'a$%c' escape '$', prefix('abc', 'a'), ('abc').upper().lower()
;
select title.upper().replace('ITEM', 'X'), tags.list_sort().len(), (price * 2).round(1) from items limit 1
;
select ship_to->>'zip' as zip, ship_to->'$.city', ship_to.city, ship_to['zip'], json_extract_string(ship_to, '$.zip'), json_type(ship_to), json_keys(ship_to), ship_to ->> '$.zip' from sales limit 1
;
select payload->>'n' as n, (payload->'$.path[1]')::varchar, payload->'path'->>0, json_array_length(payload->'path'), from_json(payload, '{"n": "INTEGER", "path": ["VARCHAR"]}').path[2], json_structure(payload), payload::json from events limit 1
;
select je.key, je.value, je.type from events e, json_each(e.payload) je where e.id < 3
;
select * from json_tree('{"a": [1, {"b": 2}]}') where atom is not null
;
select to_json(attributes), json_object('a', 1), json_array(1, 'x', null), json_group_array(id), json_group_object(sku, price), json_merge_patch('{"a":1}', '{"b":2}'), json_valid('[') from items group by attributes limit 1
;
select regexp_extract(email, '^([^@]+)@(.+)$', 2) as domain, regexp_extract(email, '(\w+)@(\w+)', ['user', 'host']), regexp_matches(email, 'org$'), regexp_replace(name, '\d', '#', 'g'), regexp_extract_all(description, '\b\w{4}\b'), regexp_split_to_array('a,b', ','), string_split(email, '@')[2] from buyers, items where buyers.id = items.id limit 2
;
select strftime(sold_at, '%A, %d.%m.%Y'), strptime('31.03.2024', '%d.%m.%Y'), try_strptime('x', ['%d', '%m']), dayname(sold_at), monthname(sold_at), week(sold_at), isodow(sold_at), quarter(sold_at), epoch(sold_at), last_day(sold_at), make_date(2024, 2, 29), make_timestamp(2024, 1, 2, 3, 4, 5.6) from sales limit 1
;
select date_diff('day', date '2024-01-01', date '2024-03-01'), datediff('month', sold_at, current_timestamp::timestamp) > 0, date_sub('hour', sold_at, sold_at + interval 90 minute), age(sold_at, timestamp '2022-01-01'), date_part(['year', 'month'], sold_at), extract(epoch from sold_at), extract('isoyear' from sold_at), time_bucket(interval '2 weeks', sold_at) from sales limit 1
;
select current_date, today(), now() > timestamp '2020-01-01', date '2024-01-31' + interval 1 month, date '2024-01-01' + 5, interval '1 year 2 months', to_days(3), interval (id) day, 2 * interval 1 hour, timestamp '2024-01-01 12:00' at time zone 'Europe/Rome' from sales limit 1
;
select total::integer, cast(total as varchar), try_cast('x' as int), '12.5'::decimal(6,2), 'true'::bool, 1::hugeint, [1, 2]::varchar[], '[1, 2]'::int[], '{"a": 1}'::json, row(1, 'x')::struct(a int, b varchar), cast(null as map(varchar, int)), '2024-01-01'::date::timestamp, 'ok'::mood from sales limit 1
;
select typeof(attributes), pg_typeof(1), enum_range(null::mood), mood, mood::varchar, enum_code(mood) from items, buyers limit 1
;
select union_value(num := 2) as u, union_tag(union_value(num := 2)), union_extract(union_value(k := 'v'), 'k')
;
select status, total from sales union by name select kind as status, id from events limit 3
;
select id, name from buyers union all by name select id, title as name, price from items order by id limit 4
;
select city from buyers intersect select 'Rome' except all select null
;
(select id from sales order by id limit 2) union (select id from events order by id desc limit 2) order by 1
;
values (1, 'one'), (2, 'two')
;
select * from (values (1, 'a'), (2, 'b')) v(n, s) where n > 1
;
from (values (1), (2)) t(x) select x * 2 as y where y > 2
;
table items
;
select "Month", "Target (EUR)", mt."Région" as "région ü" from "Monthly Targets" mt where "Target (EUR)" > 1050 order by "Month" limit 3
;
SELECT /* best */ i.title -- name
, sum(l.quantity * l.unit_price) AS revenue FROM sale_lines AS l INNER JOIN items AS i ON (i.id = l.item_id) WHERE i.title <> '-- no' AND i.title != $$/* none */$$ GROUP BY i.title ORDER BY revenue DESC, i.title LIMIT 3 OFFSET 1
;
select id as "Status""quoted", total as 'total price' from sales limit 1
;
select sold: total, who: buyer_id from sales limit 2
;
select total as t, t * 2 as twice, twice + 1 as more from sales where twice > 100 order by more limit 2
;
select year(sold_at) as y, sum(total) as s from sales group by y having s > 10 order by y desc
;
select status, count(*) from sales group by 1 order by 2 desc, 1 limit 50%
;
select count() from sales
;
select case when total > 300 then 'large' when total > 100 then 'medium' else 'small' end as bucket, count(*), round(100.0 * count(*) / sum(count(*)) over (), 2) as share from sales group by all
;
select buyer_id, sum(if(status = 'paid', total, 0)) as paid, sum(total) filter (status = 'open') as open from sales group by buyer_id limit 2
;
select ifnull(coupon, '-'), coalesce(discount, 0), nullif(coupon, ''), greatest(total, 5, discount), least(1, null), coupon is null, discount is distinct from 5.5, total between 1 and 50, status in ('paid', 'open'), status not in ['void'] from sales limit 1
;
select true and not false or null, 1 == 1, 1 <> 2, 1 != 2, null is unknown, true is not false
;
select name from buyers where exists (from sales where buyer_id = buyers.id and total > 390)
;
select name from buyers where id in (select buyer_id from sales) and id = any (select buyer_id from sales where total > 300) and id <= all (select id + 30 from buyers)
;
select id, (select max(unit_price) from sale_lines where sale_id = s.id) as top, array(select line from sale_lines where sale_id = s.id order by line) as lines from sales s limit 3
;
select s.id, t.n from sales s, lateral (select count(*) as n from sale_lines l where l.sale_id = s.id) t limit 3
;
select s.id, t.best from sales s left join lateral (select unit_price as best from sale_lines where sale_id = s.id order by 1 desc limit 1) t on true limit 3
;
with firsts as (select buyer_id, min(date_trunc('month', sold_at)) as cohort from sales group by 1) select cohort, date_diff('month', cohort, date_trunc('month', sold_at)) as n, count(distinct buyer_id) from firsts join sales using (buyer_id) group by all order by all
;
with g as (select *, happened - lag(happened) over (partition by buyer_id order by happened) > interval 1 day as fresh from events) select buyer_id, sum(coalesce(fresh, true)::int) over (partition by buyer_id order by happened) as visit from g
;
with a as materialized (select 1 as x), b as not materialized (select x + 1 as y from a) select * from a, b
;
select format('{} costs {:.2f}', title, price), format('{:,}', 1234567), printf('%5.1f|%-10s', price, sku), concat_ws('-', title, null, sku), bar(price, 0, 50, 20), lpad(id::varchar, 5, '0') from items limit 1
;
select trim(both 'x' from 'xax'), ltrim('  a'), substring('duckdb' from 2 for 3), substr('abc', 2), left('abc', 2), right('abc', -1), reverse('abc'), repeat('ab', 2), position('b' in 'abc'), instr('abc', 'c'), strpos('abc', 'a'), split_part('a-b', '-', 2), translate('abc', 'a', 'x'), replace('aa', 'a', 'b'), length('naïve'), strlen('naïve'), ascii('A'), chr(65), initcap_free from (select 1 as initcap_free)
;
select levenshtein('duck', 'dock'), jaro_winkler_similarity('duck', 'dock'), jaccard('duck', 'luck'), hamming('duck', 'luck'), soundex_free, md5('a'), sha256('a'), hash('a'), base64('a'::blob), from_hex('41'), hex('A'), url_encode('a b'), strip_accents('é'), nfc_normalize('é'), unicode('é'), ord('a'), starts_with('abc', 'a'), contains('abc', 'b'), suffix('abc', 'c') from (select 1 as soundex_free)
;
select round(2.567, 1), round(-2.5), ceil(1.2), floor(-1.2), trunc(1.9), sign(-2), sqrt(2), exp(1), ln(10), log10(100), log2(8), log(100), power(2, 3), gcd(12, 18), lcm(4, 6), factorial(5), pi(), degrees(pi()), greatest_common_divisor(4, 6), even(3), isnan('nan'::double), 'inf'::double, nextafter(1.0, 2.0), gamma(5)
;
select random() < 1, gen_random_uuid() is not null, uuid() <> uuid(), current_user, current_schema(), version() like 'v%'
;
select * from sales where sold_at between '2023-03-01' and '2023-03-31' and not status = 'void' and coupon ilike 'spring%'
;
select hour(happened) as h, dayname(happened) as d, count(*) from events group by all order by h limit 3
;
select page.split('/')[-1] as last, count(*) from events group by last order by last
;
select session, min(happened), max(happened), max(happened) - min(happened) as length, max(took), avg(epoch(took)) from events group by session having count(*) > 1 order by length desc limit 2
;
select kind, avg((payload->>'n')::int), max(payload->>'$.path[1]'), bool_or((payload->>'ok')::boolean) from events group by kind
;
select * from events where payload->>'ok' = 'true' and (payload->'n')::int > 290
;
select i.*, c.name as category from items i left join categories c on c.id = i.category_id where c.parent_id is not null limit 1
;
select * from sale_lines natural join (select id as sale_id, status from sales) limit 2
;
select * from (select 1 as id, 'a' as x) a full join (select 2 as id, 'b' as y) b using (id)
;
select a.id, b.id from items a join items b on a.id < b.id and abs(a.price - b.price) < 2 limit 2
;
select a.x, b.y from (select 1 as x) a cross join (select 2 as y) b
;
select date_trunc('week', sold_at) as w, sum(total) as s, s - lag(s) over (order by w) as diff, round(100 * s / sum(s) over (), 1) as pct from sales group by w order by w limit 3
;
select item_id, sum(quantity) as sold from sale_lines group by item_id order by sold desc limit (select 3)
;
select * from sales order by total desc nulls first, id limit 3 offset 2
;
select id from sales order by all desc limit 2
;
select s.id, s.total from sales as s where s.total > (select avg(total) * 1.5 from sales) order by 2 desc
;
select 'Σ' || sum(total)::varchar as "Σ Umsatz", count(*) as 件数 from sales
;
select 1 as a union select 2 order by a desc
;
select x from (select unnest([3, 1, 2]) as x) order by x
;
select list(x order by x) from unnest([3, 1, 2]) t(x)
;
select max(unnest_free) from (select unnest(dims) as unnest_free from items)
;
select struct_extract(attributes, 'color'), struct_insert(attributes.size, d := 3), attributes.size = {'h': 1, 'w': 2}, attributes is not null from items limit 1
;
select s from (select s from (select id, total from sales limit 1) s)
;
select (s).total, s.id from (select sales as s from sales limit 1)
;
select sales from sales limit 1
;
select list_transform(range(3), lambda x: {'n': x, 'sq': x * x}) as rows
;
select list_has_all([1, 2, 3], [1, 2]), [1, 2] || [3], [1, 2] && [2], [1] <@ [1, 2], [1, 2] @> [1], list_intersect([1, 2], [2]), list_where([1, 2], [true, false]), list_select([5, 6], [2]), list_grade_up([3, 1]), list_value(1, 2), list_concat([1], [2]), array_slice([1, 2, 3], 1, 2)
;
select if(total > 100, 'hi', 'lo') as level, count(*) from sales group by level
;
select count(distinct (status, channel)), count(distinct status || channel) from sales
;
select histogram(total::int // 100) as h, map_keys(histogram(status)) from sales
;
select equi_width_bins(0, 10, 2, true)
;
select month, max(v) from (select sensor, unnest(['jan', 'feb', 'mar']) as month, unnest([jan, feb, mar]) as v from readings) group by month
;
select sensor, list_sum([jan, feb, mar]), list_avg([jan, feb]), list_min([jan, feb]), greatest(jan, feb, mar) from readings
;
select 'a\nb', e'a\nb', 'it''s', $$dollar 'quoted'$$, $tag$x$tag$, '\x41'::blob, x'41' is not null, '10'::bit
;
select #1, #2 from (select 1, 2)
;
select status, sum(total) from sales group by status order by sum(total) / count(*) desc, status collate nocase
;
select name collate noaccent from buyers order by name collate nocase desc limit 1
;
select row_number() over (order by total desc) as rn, * from sales qualify rn between 2 and 4
;
select try(1 / 0), try(cast('x' as int)), error_free from (select 1 as error_free)
;
select cast(sold_at as date), sold_at::time, timestamp_s '2024-01-01 00:00:00', timestamp_ns '2024-01-01 00:00:00.123456789', epoch_ms(sold_at), to_timestamp(0), make_timestamptz(2024, 1, 1, 0, 0, 0), timezone('UTC', sold_at) from sales limit 1
;
select date_add(date '2024-01-01', interval 1 month), julian(date '2024-01-01'), yearweek(date '2024-01-01'), era(date '2024-01-01'), century(date '2024-01-01'), dayofyear(date '2024-02-01'), date '2024-03-01' - date '2024-02-01', time '10:00' + interval 5 minute
;
select id from sales where (status, channel) in (('paid', 'shop'), ('open', 'web')) limit 2
;
select id from sales where (buyer_id, total) in (select buyer_id, max(total) from sales group by buyer_id) limit 2
;
select not exists(select 1), exists(from sales), 1 in [1, 2], 'a' in ('a', 'b')
;
select any_value(status), count(*) from sales group by ()
;
select count(*) from sales group by all having count(*) > 1
;
select main.sales.id, main.sales.total from main.sales limit 1
;
select shop.main.sales.id from shop.main.sales limit 1
;
select reduce([1, 2, 3], lambda acc, x: acc + x), list_any_value([null, 1]), list_first([1, 2]), list_string_agg(['a', 'b']), array_pop_back([1, 2]), array_push_front([1], 0), list_resize([1], 2, 0), list_reverse([1, 2]), list_product([2, 3])
;
select a.*, b.* exclude id from (from buyers limit 1) a, (from items limit 1) b
;
select bucket, count(*) from (select width_bucket_free, total // 50 as bucket from sales, (select 1 as width_bucket_free)) group by bucket order by bucket
;
select split(email, '@')[1] as user, upper(left(city, 1)) || lower(city[2:]) as city from buyers where email is not null limit 2
;
select quarter(sold_at) || 'Q' || year(sold_at) as q, sum(total) as revenue, sum(revenue) over (order by min(sold_at)) as ytd from sales group by q order by min(sold_at)
;
select cume_dist() over (order by total), percent_rank() over (order by total), nth_value(total, 2) over (order by total), dense_rank() over (order by total desc) from sales limit 1
;
with monthly as (select date_trunc('month', sold_at) as m, sum(total) as revenue from sales group by m) from monthly select m, sum(revenue) over (order by m) as running, revenue / lag(revenue) over (order by m) - 1 as growth
;
from sales select * exclude (ship_to) where status = 'paid' and total > 300 order by total desc limit 5
;
from events e, sales s select e.kind, s.status, count(*) where e.buyer_id = s.buyer_id group by all
;
select * from (from sales select buyer_id, total) as t (who, amount) where amount > 350
;
with recursive d(day) as (select date '2024-01-01' union all select (day + interval 1 day)::date from d where day < date '2024-01-10') select strftime(day, '%a') as dow, count(e.id) as n from d left join events e on e.happened::date = d.day group by day order by day
;
select status as "order", channel as "group", total as end_total, discount as desc_, coupon as leading, id as trailing from sales limit 1
;
select array_agg(struct_pack(id, total) order by total desc) filter (total > 300) as rows from sales
;
select unnest([{'a': 1, 'b': 2}, {'a': 3, 'b': 4}], max_depth := 2)
;
select a.b.c.d.e from (select {'c': {'d': {'e': 5}}} as b) a
;
select max_by(status, total), min_by(status, total), arg_max(id, total, 3) from sales group by channel
;
select (select list(x) from (select unnest(range(3)) as x)), [x for x in range(10) if x % 2 = 0], list_sum([x * y for x, y in [1, 2, 3]])
;
select name, birthday, date_diff('year', birthday, date '2024-06-01') as age, birthday + to_years(18) as adult, birthday.month() as m from buyers where dayofmonth(birthday) < 10 order by age desc limit 3
;
select s.id, b.name, l.* from sales s, buyers b, lateral (select sum(quantity) as pieces, list(item_id order by line) as ids from sale_lines where sale_id = s.id) l where b.id = s.buyer_id and l.pieces > 5 limit 3
;
select regexp_replace(description, '(\w+) (\w+)', '\2 \1'), description[5:9], string_split_regex(description, '\s+')[-1], description.split(' ').len() as words from items limit 2
;
select word, count(*) as n from (select unnest(string_split(lower(description), ' ')) as word from items) group by word having n > 5 order by n desc, word
;
select ts, quantile_cont(total, 0.5) over (order by ts rows 9 preceding) as rolling_median from (select sold_at as ts, total from sales) order by ts limit 3
;
select corr(quantity, unit_price), regr_r2(unit_price, quantity), stddev_pop(quantity) / avg(quantity) as cv from sale_lines
;
select cohort, n, buyers, first_value(buyers) over (partition by cohort order by n) as size from (select date_trunc('month', signed_up) as cohort, date_diff('month', signed_up, s.sold_at::timestamptz) as n, count(distinct b.id) as buyers from buyers b join sales s on s.buyer_id = b.id group by all) where n >= 0 order by all limit 5
;
select kind, count(*) filter (kind = 'view') as v, count(*) filter (where page = '/p/1') as p1 from events group by rollup (kind) order by kind nulls first
;
(from sales select id limit 1) union all (from events select id limit 1)
;
select distinct status from sales where channel = 'web' except (select distinct status from sales where total > 1000)
;
describe (from sales join buyers on buyers.id = buyer_id select name, total)
;
summarize from sales where status = 'paid'
;
select "column_name", "avg", q50 from (summarize sale_lines) where column_type like 'DECIMAL%'
;
with u as (unpivot readings on jan, feb, mar into name month value v) select month, avg(v) from u group by month order by month
;
unpivot (from readings where sensor = 'a') on * exclude (sensor) into name month value v order by v desc limit 1
;
pivot (select channel, month(sold_at) as m, total from sales) on m in (1, 2, 3) using sum(total) as s, count(*) as n group by channel order by channel limit 5
;
select * like '%at%' from sales limit 1
;
select * glob 's*' from sales where total > 300 limit 1
;
select id from sales where status is distinct from 'paid' and coupon is not distinct from 'SPRING10' and total is distinct from greatest(discount, 10) limit 3
