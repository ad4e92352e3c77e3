select id, name, city from customers order by id fetch first 5 rows only
;
select c.name, count(*) as n, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name having sum(o.total) > 10 order by spent desc
;
select name, spent from spending order by spent desc offset 1 rows fetch next 2 rows only
;
with ranked as (select id, customer_id, total, row_number() over (partition by customer_id order by total desc) as place from orders) select customer_id, total from ranked where place = 1
;
select nvl(city, 'unknown') as city, count(*) as n from customers group by nvl(city, 'unknown')
;
select id, total, sum(total) over (order by id rows between unbounded preceding and current row) as running from orders
;
select listagg(name, ', ') within group (order by name) as names from customers
;
select add_months(date '2024-01-31', 1) as next_month, extract(year from joined) as joined_in, to_char(joined, 'YYYY-MM') as month from customers
;
select decode(city, 'London', 1, 0) as in_london, length(name) as size_of_name, substr(upper(name), 1, 3) as code from customers
;
select id from customers where exists (select 1 from orders o where o.customer_id = customers.id and o.total > 30) and city is not null
;
select customer_id from orders minus select id from customers where city = 'London'
;
select case when total >= 20 then 'high' else 'low' end as band, avg(total) as mean, count(distinct customer_id) as buyers from orders group by case when total >= 20 then 'high' else 'low' end
;
select level as n from dual connect by level <= 3
