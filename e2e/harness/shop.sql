-- A small shop: nulls, ties, and two similar columns.
create table customer (
  id integer primary key,
  name text not null,
  city text,
  signed_up date not null
);
create table purchase (
  id integer primary key,
  customer_id integer not null references customer (id),
  amount numeric(10, 2) not null,
  status text not null,
  placed_on date not null
);
create view city_total as
  select c.city, sum(p.amount) as total from customer c join purchase p on p.customer_id = c.id group by c.city;
insert into customer values
  (1, 'Ada', 'Bologna', '2024-01-10'), (2, 'Bruno', 'Bologna', '2024-02-11'), (3, 'Carla', 'Torino', '2024-03-12'),
  (4, 'Dario', 'Torino', '2024-04-13'), (5, 'Elsa', null, '2024-05-14');
insert into purchase values
  (1, 1, 10.00, 'paid', '2025-01-01'), (2, 1, 20.00, 'paid', '2025-01-02'), (3, 2, 30.00, 'cancelled', '2025-01-03'),
  (4, 3, 30.00, 'paid', '2025-01-04'), (5, 4, 15.50, 'open', '2025-01-05'), (6, 4, 15.50, 'paid', '2025-01-06');
