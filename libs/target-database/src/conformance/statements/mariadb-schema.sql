create table categories (id int primary key, parent_id int, name varchar(40) not null)
;
create table items (id int primary key, sku varchar(12) unique, title varchar(80) not null, category_id int, price decimal(10,2), weight double, attributes json, tags set('t0', 't1', 't2', 'all'), released date, description text, place point, fulltext key words (title, description)) engine = innodb
;
create table buyers (id int primary key, name varchar(60) not null, email varchar(80), city varchar(40), birthday date, signed_up timestamp null, referred_by int, active boolean, mood enum('sad', 'ok', 'Very Happy'), flags bit(4))
;
create table sales (id bigint unsigned primary key, buyer_id int not null, sold_at datetime(3), status varchar(10), channel char(4), total decimal(12,2), discount double, coupon varchar(20), net decimal(12,2) as (total - ifnull(discount, 0)) virtual, key by_buyer (buyer_id, sold_at), key by_status (status))
;
create table sale_lines (sale_id bigint unsigned, line int, item_id int, quantity int, unit_price decimal(10,2), primary key (sale_id, line))
;
create table events (id int primary key, buyer_id int, happened datetime, kind varchar(10), page varchar(40), session char(36), took time, payload json) partition by range (id) (partition early values less than (150), partition late values less than maxvalue)
;
create table prices (item_id int, price decimal(10,2)) with system versioning
;
create table `Monthly Targets` (`Month` date, `Target (EUR)` double, `Région` varchar(20), `2024` int)
;
insert into categories values (1, null, 'All'), (2, 1, 'Books'), (3, 1, 'Music'), (4, 2, 'Novels'), (5, 2, 'Poetry')
;
insert into items select seq, concat('SKU-', lpad(seq, 4, '0')), concat('Item ', seq), 2 + seq % 4, 5 + seq * 1.25, seq / 3, json_object('color', elt(1 + seq % 3, 'red', 'green', 'blue'), 'size', json_object('h', seq, 'w', seq * 2), 'labels', json_array(concat('l', seq % 4), 'x')), concat('t', seq % 3, ',all'), '2023-01-01' + interval seq * 20 day, concat('The quick item number ', seq, ' jumps over lazy dogs'), point(seq, seq * 2) from seq_1_to_20
;
insert into buyers select seq, concat('Buyer ', seq), if(seq % 7, concat('b', seq, '@example.', elt(1 + seq % 3, 'org', 'com', 'net')), null), elt(1 + seq % 4, 'Rome', 'Oslo', 'Lyon'), '1980-02-29' + interval seq * 300 day, '2023-01-01 08:00' + interval seq * 221 hour, nullif(seq div 4, 0), seq % 5 > 0, 1 + seq % 3, seq % 16 from seq_1_to_30
;
insert into sales (id, buyer_id, sold_at, status, channel, total, discount, coupon) select seq, 1 + seq * 7 % 30, '2023-01-02 09:30:00.5' + interval seq * 51 hour, elt(1 + seq % 4, 'paid', 'open', 'void', 'sent'), elt(1 + seq % 2, 'web', 'shop'), 10 + seq * 37 % 400, if(seq % 3, null, 5.5), if(seq % 10, null, 'SPRING10') from seq_1_to_200
;
insert into sale_lines select s.id, l.seq, 1 + (s.id * l.seq) % 20, 1 + (s.id + l.seq) % 5, 5 + l.seq * 2.5 from sales s join seq_1_to_3 l on l.seq <= 1 + s.id % 3
;
insert into events select seq, 1 + seq % 30, '2024-01-01' + interval seq * 47 minute, elt(1 + seq % 4, 'view', 'click', 'buy', 'error'), concat('/p/', seq % 9), insert(insert(insert(insert(md5(seq div 5), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0, '-'), sec_to_time(seq % 90), json_object('n', seq, 'path', json_array('home', concat('p', seq % 3)), 'ok', if(seq % 6, true, false)) from seq_1_to_300
;
insert into prices select id, price from items
;
update prices set price = price + 1 where item_id < 5
;
insert into `Monthly Targets` select '2023-01-01' + interval seq month, 1000 + 10 * seq, elt(1 + seq % 2, 'Süd', 'Nord'), seq from seq_0_to_17
