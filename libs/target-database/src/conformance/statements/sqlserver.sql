select top (5) id, name, city from customers order by id
;
select c.name, count(*) as n, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name having sum(o.total) > 10 order by spent desc
;
select name, spent from spending order by spent desc offset 1 rows fetch next 2 rows only
;
with ranked as (select id, customer_id, total, row_number() over (partition by customer_id order by total desc) as place from orders) select customer_id, total from ranked where place = 1
;
select coalesce(city, 'unknown') as city, iif(count(*) > 1, 'many', 'one') as size from customers group by city
;
select id, total, sum(total) over (order by id rows between unbounded preceding and current row) as running from orders
;
select c.name, last.total from customers c cross apply (select top (1) o.total from orders o where o.customer_id = c.id order by o.id desc) as last
;
select string_agg(name, ', ') within group (order by name) as names from customers
;
select dateadd(day, 1, cast('2024-02-28' as date)) as next_day, datediff(day, '2024-01-01', '2024-03-01') as days, year(joined) as joined_in from customers
;
select try_cast(name as int) as number, cast(id as decimal(9, 2)) as exact, len(name) as length, upper(left(name, 3)) as code from customers
;
select id from customers where exists (select 1 from orders o where o.customer_id = customers.id and o.total > 30) and city is not null
;
select customer_id from orders except select id from customers where city = 'London'
;
select case when total >= 20 then 'high' else 'low' end as band, avg(total) as mean, count(distinct customer_id) as buyers from orders group by case when total >= 20 then 'high' else 'low' end
