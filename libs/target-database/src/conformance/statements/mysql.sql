VALUES (1, 'a'), (2, 'b')
;
SELECT c.name, COUNT(s.id) orders, SUM(IFNULL(s.total, 0)) spent FROM buyers AS c LEFT JOIN sales AS s ON c.id = s.buyer_id GROUP BY c.id, c.name HAVING orders > 0 ORDER BY spent DESC LIMIT 10
;
SELECT DATE_FORMAT(s.sold_at, '%Y-%m-01') AS month_start, COUNT(DISTINCT s.buyer_id) AS active_buyers, ROUND(SUM(s.total), 2) AS revenue FROM sales s WHERE s.status IN ('paid', 'sent') GROUP BY month_start ORDER BY month_start
;
SELECT YEAR(sold_at) y, MONTH(sold_at) m, SUM(total) t, LAG(SUM(total)) OVER (ORDER BY YEAR(sold_at), MONTH(sold_at)) prev FROM sales GROUP BY y, m
;
WITH monthly AS (SELECT EXTRACT(YEAR_MONTH FROM sold_at) ym, SUM(total) total FROM sales GROUP BY ym) SELECT ym, total, total - LAG(total) OVER (ORDER BY ym) AS delta, CONCAT(ROUND(100 * (total / LAG(total) OVER (ORDER BY ym) - 1), 1), '%') AS pct FROM monthly
;
WITH RECURSIVE seq (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM seq WHERE n < 12) SELECT n AS month, MONTHNAME(CONCAT('2024-', n, '-01')) AS name, (SELECT COUNT(*) FROM sales WHERE MONTH(sold_at) = n) AS sales FROM seq
;
WITH RECURSIVE cte AS (SELECT id, parent_id, name, CAST(id AS CHAR(100)) AS path, 0 AS lvl FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, c.name, CONCAT(cte.path, '/', c.id), lvl + 1 FROM cte JOIN categories AS c ON c.parent_id = cte.id) SELECT CONCAT(SPACE(lvl * 2), name) AS tree FROM cte ORDER BY path
;
WITH RECURSIVE up AS (SELECT id, referred_by, name FROM buyers WHERE id = 27 UNION DISTINCT SELECT b.id, b.referred_by, b.name FROM buyers b INNER JOIN up ON up.referred_by = b.id) SELECT GROUP_CONCAT(name ORDER BY id SEPARATOR ' <- ') FROM up
;
WITH RECURSIVE cal AS (SELECT MIN(DATE(sold_at)) AS d FROM sales UNION ALL SELECT DATE_ADD(d, INTERVAL 1 DAY) FROM cal WHERE d < '2023-01-31') SELECT cal.d, COALESCE(SUM(s.total), 0) AS revenue FROM cal LEFT JOIN sales s ON DATE(s.sold_at) = cal.d GROUP BY cal.d
;
SELECT *, RANK() OVER (PARTITION BY channel ORDER BY total DESC) AS rnk FROM sales LIMIT 5
;
SELECT id, FIRST_VALUE(total) OVER w AS f, LAST_VALUE(total) OVER w AS l, NTH_VALUE(total, 3) OVER w AS third, COUNT(*) OVER w AS c FROM sales WINDOW w AS (PARTITION BY status ORDER BY sold_at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) LIMIT 4
;
SELECT id, AVG(total) OVER (ORDER BY sold_at ROWS 3 PRECEDING) ma, MIN(total) OVER (ORDER BY sold_at ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING) nxt FROM sales
;
SELECT name, NTILE(3) OVER (ORDER BY birthday) AS tercile, PERCENT_RANK() OVER (ORDER BY birthday) AS pr, CUME_DIST() OVER (ORDER BY birthday DESC) AS cd FROM buyers
;
SELECT t.* FROM (SELECT i.*, DENSE_RANK() OVER (PARTITION BY category_id ORDER BY price DESC) AS dr FROM items i) t WHERE t.dr = 1
;
SELECT MAX(total) - MIN(total) AS spread, STDDEV_SAMP(total) AS sd, VAR_SAMP(total) AS v, VARIANCE(total) AS vp, STD(total) AS s FROM sales
;
SELECT status, COUNT(*) AS n, CONCAT(FORMAT(100 * COUNT(*) / SUM(COUNT(*)) OVER (), 1), ' %') AS pct FROM sales GROUP BY status ORDER BY n DESC, status
;
SELECT IF(GROUP_CONCAT(DISTINCT channel ORDER BY channel) = 'shop,web', 'both', 'one') AS channels, buyer_id FROM sales GROUP BY buyer_id
;
SELECT JSON_UNQUOTE(JSON_EXTRACT(attributes, '$.color')) AS color, COUNT(*) FROM items GROUP BY JSON_UNQUOTE(JSON_EXTRACT(attributes, '$.color'))
;
SELECT JSON_EXTRACT(attributes, '$.size.h', '$.size.w') AS dims, JSON_EXTRACT(attributes, '$.labels[*]') AS labels, JSON_EXTRACT(attributes, '$**.h') AS deep FROM items LIMIT 2
;
SELECT i.id, j.ord, j.label FROM items i CROSS JOIN JSON_TABLE(i.attributes, '$.labels[*]' COLUMNS (ord FOR ORDINALITY, label VARCHAR(10) PATH '$')) AS j ORDER BY i.id, j.ord LIMIT 5
;
SELECT t.n, t.ok FROM events e, JSON_TABLE(e.payload, '$' COLUMNS (n INT PATH '$.n' NULL ON EMPTY ERROR ON ERROR, ok VARCHAR(5) PATH '$.ok' DEFAULT 'none' ON EMPTY)) AS t WHERE e.id < 3
;
SELECT id FROM items WHERE JSON_CONTAINS(attributes, JSON_QUOTE('x'), '$.labels') AND JSON_SEARCH(attributes, 'one', 'l1') IS NOT NULL
;
SELECT JSON_OBJECT('id', b.id, 'orders', JSON_ARRAYAGG(JSON_OBJECT('id', s.id, 'total', s.total))) AS doc FROM buyers b JOIN sales s ON s.buyer_id = b.id WHERE b.id < 4 GROUP BY b.id
;
SELECT JSON_PRETTY_FREE FROM (SELECT 1 AS JSON_PRETTY_FREE) t
;
SELECT JSON_MERGE_PATCH('{"a": 1}', '{"a": null, "b": 2}'), JSON_SET('{"a": 1}', '$.a', 9, '$.c', CAST('[1]' AS CHAR)), JSON_TYPE('[1]'), JSON_VALID('x'), JSON_DEPTH('[[1]]'), JSON_KEYS('{"a": 1}'), JSON_ARRAY(1, NOW() IS NULL, 'x'), JSON_OVERLAPS('[1]', '[1, 2]')
;
SELECT kind, AVG(CAST(JSON_VALUE(payload, '$.n') AS DECIMAL(10, 2))) AS mean_n FROM events GROUP BY kind WITH ROLLUP
;
SELECT IFNULL(status, 'TOTAL') AS status, IFNULL(channel, 'ALL') AS channel, SUM(total) AS total FROM sales GROUP BY status, channel WITH ROLLUP
;
SELECT CASE WHEN GROUPING_FREE = 1 THEN 'x' ELSE 'y' END FROM (SELECT 1 AS GROUPING_FREE) q
;
SELECT SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*) * 100 AS paid_pct, COUNT(IF(total > 200, 1, NULL)) AS big FROM sales
;
SELECT buyer_id, MAX(IF(MONTH(sold_at) = 1, total, NULL)) AS jan, MAX(IF(MONTH(sold_at) = 2, total, NULL)) AS feb, MAX(IF(MONTH(sold_at) = 3, total, NULL)) AS mar FROM sales GROUP BY buyer_id ORDER BY 1
;
SELECT DATE(sold_at) d, DAYNAME(sold_at) dn, WEEK(sold_at) w, WEEK(sold_at, 1) w1, WEEKDAY(sold_at) wd, YEARWEEK(sold_at) yw FROM sales LIMIT 3
;
SELECT * FROM sales WHERE sold_at >= DATE_SUB(CURDATE(), INTERVAL 10 YEAR) AND sold_at < CURRENT_DATE + INTERVAL 1 DAY LIMIT 2
;
SELECT * FROM sales WHERE sold_at BETWEEN '2023-02-01' AND LAST_DAY('2023-02-01') + INTERVAL '23:59:59' HOUR_SECOND
;
SELECT TIMESTAMPDIFF(YEAR, birthday, '2024-06-01') - (DATE_FORMAT('2024-06-01', '%m%d') < DATE_FORMAT(birthday, '%m%d')) AS x, TIMESTAMPDIFF(MINUTE, signed_up, '2024-01-01') AS mins FROM buyers LIMIT 2
;
SELECT DATE_ADD('2024-01-31', INTERVAL 1 MONTH), DATE_ADD('2024-01-31 10:00', INTERVAL '1 12' DAY_HOUR), DATE_SUB('2024-03-31', INTERVAL 1 QUARTER), '2024-01-01' + INTERVAL '1-3' YEAR_MONTH, NOW() - INTERVAL 90 MINUTE < NOW(), DATE_ADD('2024-01-01', INTERVAL '1:1.5' MINUTE_MICROSECOND)
;
SELECT STR_TO_DATE('Mar 5, 2024 3:07 PM', '%b %e, %Y %l:%i %p'), STR_TO_DATE('20240305', '%Y%m%d'), DATE_FORMAT('2024-03-05', '%D of %M, %y'), TIME_FORMAT('15:07:00', '%r'), FROM_UNIXTIME(0) IS NOT NULL, UNIX_TIMESTAMP('2024-01-01') > 0
;
SELECT EXTRACT(DAY FROM sold_at), EXTRACT(HOUR FROM sold_at), EXTRACT(QUARTER FROM sold_at), EXTRACT(MINUTE_SECOND FROM sold_at), EXTRACT(DAY_MINUTE FROM sold_at) FROM sales LIMIT 1
;
SELECT SEC_TO_TIME(SUM(TIME_TO_SEC(took))), MAKETIME(10, 30, 0), MAKEDATE(2024, 366), ADDTIME('2024-01-01 23:00', '2:00'), TIMEDIFF('2024-01-02 00:00:00', '2024-01-01 12:00:00'), SUBDATE('2024-01-01', 1), ADDDATE('2024-01-01', INTERVAL 1 WEEK), DATEDIFF('2024-03-01', '2024-02-01') FROM events
;
SELECT CONVERT_TZ('2024-01-01 12:00:00', '+00:00', '-05:00'), UTC_TIMESTAMP() IS NOT NULL, UTC_DATE <= CURDATE() + INTERVAL 1 DAY, CURRENT_TIME(3) IS NOT NULL, NOW(6) >= SYSDATE() - INTERVAL 1 HOUR, LOCALTIME() = LOCALTIMESTAMP
;
SELECT CONCAT_WS(' ', UPPER(name), CONCAT('<', email, '>')) AS card, CHAR_LENGTH(name), LENGTH(CONVERT(name USING utf8mb4)), REVERSE(name), REPEAT('-', 3), LEFT(name, 3), RIGHT(name, 2), MID(name, 2, 3), SUBSTR(name, -3), LPAD(id, 4, '0'), RPAD(id, 4, '.'), INSTR(name, 'u'), LOCATE('e', name, 3) FROM buyers LIMIT 2
;
SELECT TRIM('  a '), LTRIM('  a'), RTRIM('a  '), TRIM(LEADING 'x' FROM 'xxa'), TRIM(TRAILING FROM 'a  '), TRIM(BOTH '-' FROM '--a--'), REPLACE('a.b.c', '.', '/'), SUBSTRING('abcdef' FROM 2 FOR 3), SUBSTRING('abcdef', 3), INSERT('Quadratic', 3, 4, 'What'), FIELD('b', 'a', 'b'), ELT(1, 'x'), FIND_IN_SET('b', 'a,b'), STRCMP('a', 'b'), SOUNDEX('hello'), QUOTE("it's"), ASCII('a'), ORD('a'), CHAR(77, 121), HEX(255), UNHEX('4D'), BIN(5), OCT(8), CONV('ff', 16, 2)
;
SELECT SUBSTRING_INDEX(SUBSTRING_INDEX(email, '@', -1), '.', 1) AS site, COUNT(*) AS n FROM buyers WHERE email IS NOT NULL GROUP BY site ORDER BY n DESC
;
SELECT name FROM buyers WHERE name REGEXP '^Buyer [12]' AND name NOT REGEXP '5$' AND email RLIKE BINARY 'b' ORDER BY LENGTH(name), name
;
SELECT REGEXP_REPLACE(email, '@.*$', '@…'), REGEXP_SUBSTR(email, '[a-z]+$'), REGEXP_INSTR(email, '@') FROM buyers WHERE email LIKE '%\_%' ESCAPE '|' OR email LIKE 'b1%'
;
SELECT 'a' LIKE 'A', 'a' LIKE BINARY 'A', 'a\_c' LIKE 'a\\_c', 'a' IN ('a', 'b'), NULL IN (1), 1 NOT IN (2, 3), 2 BETWEEN 1 AND 3, NOT 1, !1, 1 <=> NULL, NULL IS NULL, 1 IS TRUE, 0 IS NOT TRUE, NULL IS UNKNOWN, ISNULL(NULL), 5 DIV 2, 5 MOD 2, -5 % 3, 5 ^ 1, 6 & 3, 6 | 1, ~0 > 0, 1 << 3, TRUE XOR FALSE, TRUE AND NOT FALSE
;
SELECT ABS(-1), CEIL(1.1), FLOOR(-1.1), ROUND(2.5), ROUND(1234.5, -2), TRUNCATE(1.999, 2), POW(2, 8), SQRT(16), EXP(0), LN(1), LOG10(1000), LOG2(8), LOG(3, 9), MOD(10, 3), SIGN(-5), PI(), RADIANS(180), DEGREES(PI()), SIN(0), COS(0), TAN(0), ASIN(0), ACOS(1), ATAN(1), ATAN(1, 2), ATAN2(1, 2), COT(1), CRC32('x'), GREATEST(1, 2), LEAST(1, 2), RAND() < 1, RAND(42) < 1
;
SELECT CAST('12' AS SIGNED INTEGER), CAST('-1' AS SIGNED) + 1, CAST(1.5 AS DECIMAL(4, 1)), CAST('2024-01-01' AS DATETIME), CAST(20240101 AS DATE), CAST('a' AS BINARY(2)), CAST(1 AS CHAR CHARACTER SET latin1), CONVERT('1.5', DECIMAL(3, 1)), CONVERT('a' USING utf8), CONVERT('10:00', TIME), BINARY('a'), _latin1 'x', _utf8mb4 X'C3A9', N'x', 0b11, 0xFF + 0, x'41', 1.5E-3
;
SELECT COALESCE(NULL, coupon, 'none'), NULLIF(1, 1), IFNULL(discount, 0.0), IF(discount, 1, 2), CASE coupon WHEN 'SPRING10' THEN 10 ELSE 0 END, INTERVAL(23, 1, 15, 17, 30, 44, 200) FROM sales LIMIT 2
;
SELECT MATCH(title, description) AGAINST('quick brown' IN NATURAL LANGUAGE MODE) AS relevance, title FROM items WHERE MATCH(title, description) AGAINST('quick brown') ORDER BY relevance DESC LIMIT 2
;
SELECT title FROM items WHERE MATCH(title, description) AGAINST('+lazy +(dogs cats) -wolf jump*' IN BOOLEAN MODE)
;
SELECT title FROM items WHERE MATCH (description, title) AGAINST ('lazy' IN NATURAL LANGUAGE MODE WITH QUERY EXPANSION) LIMIT 1
;
SELECT ST_AsText(place), ST_X(place) AS x, ST_Y(place) AS y, ST_Distance(place, POINT(1, 1)) AS d FROM items WHERE MBRContains(ST_GeomFromText('POLYGON((0 0, 9 0, 9 30, 0 30, 0 0))'), place) ORDER BY d LIMIT 3
;
SELECT ST_Distance_Sphere(POINT(12.5, 41.9), POINT(10.7, 59.9)) / 1000 AS km, ST_GeometryType(ST_GeomFromText('LINESTRING(0 0, 1 1)')) AS t, ST_Intersects(ST_GeomFromText('LINESTRING(0 0, 2 2)'), ST_GeomFromText('LINESTRING(0 2, 2 0)')) AS hit, ST_AsGeoJSON(POINT(1, 2))
;
SELECT b.name FROM buyers b WHERE b.id IN (SELECT buyer_id FROM sales GROUP BY buyer_id HAVING SUM(total) > 1200)
;
SELECT b.name, latest.sold_at, latest.total FROM buyers b JOIN sales latest ON latest.buyer_id = b.id LEFT JOIN sales newer ON newer.buyer_id = b.id AND newer.sold_at > latest.sold_at WHERE newer.id IS NULL ORDER BY b.id LIMIT 4
;
SELECT a.name, b.name AS peer FROM buyers a JOIN buyers b ON a.city <=> b.city AND a.id < b.id ORDER BY a.id, b.id LIMIT 4
;
SELECT * FROM buyers NATURAL LEFT JOIN (SELECT id, mood FROM buyers WHERE mood = 'ok') m LIMIT 2
;
SELECT s.id, GROUP_CONCAT(CONCAT(l.quantity, ' x ', i.title) ORDER BY l.line SEPARATOR '\n') AS receipt FROM sales s JOIN sale_lines l ON l.sale_id = s.id JOIN items i ON i.id = l.item_id GROUP BY s.id LIMIT 3
;
SELECT i.title FROM items i LEFT JOIN sale_lines l ON l.item_id = i.id WHERE l.sale_id IS NULL
;
SELECT i.id, i.title, sold.q FROM items i INNER JOIN (SELECT item_id, SUM(quantity) q FROM sale_lines GROUP BY item_id HAVING q > 10) sold ON sold.item_id = i.id ORDER BY sold.q DESC, i.id
;
SELECT x.id FROM ((SELECT id FROM sales LIMIT 2) UNION (SELECT id FROM events ORDER BY id DESC LIMIT 2)) x ORDER BY 1 DESC
;
SELECT status FROM sales UNION SELECT kind FROM events ORDER BY status LIMIT 5
;
SELECT 1 AS n, 'a' AS s UNION ALL SELECT 2, 'b' UNION ALL SELECT NULL, NULL ORDER BY n IS NULL, n DESC
;
SELECT buyer_id FROM sales WHERE status = 'paid' INTERSECT SELECT buyer_id FROM events WHERE kind = 'buy'
;
SELECT id FROM buyers EXCEPT SELECT buyer_id FROM sales
;
SELECT EXISTS(SELECT 1 FROM sales WHERE total > 400) AS has_big, (SELECT COUNT(*) FROM items WHERE price > (SELECT AVG(price) FROM items)) AS above_mean
;
SELECT total FROM sales WHERE total >= ALL (SELECT total FROM sales) OR total = ANY (SELECT MIN(total) FROM sales) OR total <> SOME (SELECT 5)
;
SELECT * FROM sales WHERE (buyer_id, sold_at) IN (SELECT buyer_id, MIN(sold_at) FROM sales GROUP BY buyer_id) ORDER BY id LIMIT 3
;
SELECT * FROM sales WHERE ROW(status, channel) = ROW('paid', 'shop') AND (total, id) > (100, 5) LIMIT 2
;
SELECT (SELECT AVG(t.total) FROM (SELECT total FROM sales ORDER BY total LIMIT 100 OFFSET 50) t) AS trimmed_mean
;
SELECT AVG(total) AS median FROM (SELECT total, ROW_NUMBER() OVER (ORDER BY total) rn, COUNT(*) OVER () cnt FROM sales) t WHERE rn BETWEEN cnt / 2 AND cnt / 2 + 1
;
SELECT DISTINCT status, channel FROM sales ORDER BY FIELD(status, 'open', 'sent', 'paid', 'void'), channel
;
SELECT SQL_NO_CACHE COUNT(*) FROM sales
;
SELECT /*+ NO_INDEX_MERGE(sales) */ id FROM sales WHERE buyer_id = 1 OR status = 'paid' LIMIT 1
;
SELECT id FROM sales USE INDEX (by_buyer, by_status) WHERE buyer_id = 4
;
SELECT id FROM sales FORCE INDEX FOR JOIN (by_buyer) IGNORE INDEX FOR GROUP BY (by_status) WHERE buyer_id < 3
;
SELECT STRAIGHT_JOIN b.name, s.total FROM buyers b INNER JOIN sales s ON s.buyer_id = b.id WHERE s.total > 390
;
SELECT HIGH_PRIORITY SQL_SMALL_RESULT status, COUNT(*) FROM sales GROUP BY status
;
SELECT COUNT(*) FROM events PARTITION (early, late) AS e WHERE e.kind = 'view'
;
SELECT `Month` AS `mois`, `Target (EUR)` * 1.1 AS `Target +10%`, `2024` AS `year` FROM `Monthly Targets` WHERE `Région` LIKE 'S%' ORDER BY `Month` DESC LIMIT 2
;
SELECT assay_conformance.buyers.name, buyers.`city` FROM `assay_conformance`.`buyers` WHERE `assay_conformance`.`buyers`.id = 2
;
SELECT s.total 'Gesamt', s.id "Nr.", s.status `Größe`, s.channel AS '渠道' FROM sales s LIMIT 1
;
SELECT 'She said "hi"', "It's", 'back\\slash', 'new\nline', '100\%', "tab\t", '', ' ', 'a' 'b', 'emoji 😀'
;
-- revenue per channel
SELECT channel, /* inline */ SUM(total) # hash comment
FROM sales -- trailing; comment
GROUP BY channel
;
select	Id,
	TOTAL from sales
where	Status='paid'and total>=100 or(channel='web'and not total<20)order by id desc limit 2
;
SELECT(SELECT 1)+(SELECT 2)AS three,-(-1),+1,1-1,1- -1,2*(3+4)/7
;
SELECT COUNT(*)total_rows,COUNT(DISTINCT status)statuses FROM sales
;
SELECT name FROM buyers ORDER BY RAND(7) LIMIT 2
;
SELECT name, mood, mood + 0 AS mood_no FROM buyers WHERE mood <> 'sad' ORDER BY mood DESC, name LIMIT 3
;
SELECT FIND_IN_SET('t1', tags) > 0 AS t1, tags + 0 AS mask, tags FROM items WHERE tags LIKE '%all%' AND NOT tags & 1 LIMIT 3
;
SELECT b.flags + 0 AS f, BIN(b.flags) AS b, b.flags & 1 AS lowest, BIT_COUNT(b.flags) FROM buyers b WHERE b.flags = b'0011' OR b.flags > 12 LIMIT 2
;
SELECT BIT_OR(flags), BIT_AND(flags), BIT_XOR(flags) FROM buyers
;
SELECT id, net, total - net AS off FROM sales WHERE net <> total ORDER BY off DESC, id LIMIT 2
;
SELECT MD5(email), SHA1(email), SHA2(email, 256), TO_BASE64(email), FROM_BASE64(TO_BASE64('x')), UUID() IS NOT NULL, INET_ATON('127.0.0.1'), INET_NTOA(2130706433), HEX(INET6_ATON('::1')), IS_IPV6('::1') FROM buyers WHERE email IS NOT NULL LIMIT 1
;
SELECT DATABASE(), VERSION() > '', USER() IS NOT NULL, CURRENT_USER IS NOT NULL, SCHEMA(), CHARSET('a'), COLLATION('a'), COERCIBILITY('a')
;
SELECT CASE WHEN TIMESTAMPDIFF(DAY, MAX(sold_at), '2024-06-01') > 180 THEN 'lapsed' ELSE 'active' END AS state, buyer_id FROM sales GROUP BY buyer_id ORDER BY state, buyer_id LIMIT 5
;
WITH first_sale AS (SELECT buyer_id, MIN(sold_at) AS first_at FROM sales GROUP BY buyer_id), second_sale AS (SELECT s.buyer_id, MIN(s.sold_at) AS second_at FROM sales s JOIN first_sale f ON f.buyer_id = s.buyer_id AND s.sold_at > f.first_at GROUP BY s.buyer_id) SELECT AVG(DATEDIFF(second_at, first_at)) FROM first_sale JOIN second_sale USING (buyer_id)
;
WITH s AS (SELECT buyer_id, SUM(total) t FROM sales GROUP BY buyer_id), r AS (SELECT *, SUM(t) OVER (ORDER BY t DESC) / SUM(t) OVER () AS cum FROM s) SELECT buyer_id, t, CASE WHEN cum <= 0.8 THEN 'A' WHEN cum <= 0.95 THEN 'B' ELSE 'C' END AS abc FROM r
;
WITH visits AS (SELECT buyer_id, happened, IF(TIMESTAMPDIFF(MINUTE, LAG(happened) OVER w, happened) < 1500, 0, 1) AS starts FROM events WINDOW w AS (PARTITION BY buyer_id ORDER BY happened)) SELECT buyer_id, SUM(starts) AS sessions FROM visits GROUP BY buyer_id ORDER BY sessions DESC LIMIT 3
;
WITH steps AS (SELECT session, MAX(kind = 'view') v, MAX(kind = 'click') c, MAX(kind = 'buy') b FROM events GROUP BY session) SELECT SUM(v) AS viewed, SUM(v AND c) AS clicked, SUM(v AND c AND b) AS bought FROM steps
;
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a), c AS (SELECT x FROM a UNION SELECT x FROM b) SELECT SUM(x) FROM c
;
SELECT * FROM (WITH q AS (SELECT id, total FROM sales WHERE total > 400) SELECT COUNT(*) AS n FROM q) z
;
SELECT DATE_FORMAT(happened, '%H:00') AS h, SUM(kind = 'error') AS errors, ROUND(SUM(kind = 'error') / COUNT(*), 3) AS rate FROM events GROUP BY h HAVING errors > 2 ORDER BY rate DESC, h
;
SELECT FLOOR(TIME_TO_SEC(TIME(happened)) / 21600) AS slot, COUNT(*) AS n FROM events GROUP BY slot ORDER BY slot
;
SELECT DATE_FORMAT(FROM_UNIXTIME(FLOOR(UNIX_TIMESTAMP(happened) / 900) * 900), '%H:%i') AS quarter_hour, COUNT(*) FROM events GROUP BY quarter_hour ORDER BY 2 DESC, 1 LIMIT 3
;
SELECT ROUND(total, -2) AS bucket, COUNT(*) AS n, LPAD('', COUNT(*), '*') AS bar FROM sales GROUP BY bucket ORDER BY bucket
;
SELECT page, COUNT(*) AS hits, COUNT(*) - LEAD(COUNT(*)) OVER (ORDER BY COUNT(*) DESC) AS lead_by FROM events GROUP BY page ORDER BY hits DESC LIMIT 3
;
SELECT CONCAT(b.name, ' (', COALESCE(b.city, 'unknown'), ')') AS who, IF(b.active, 'yes', 'no') AS active FROM buyers b WHERE b.active IS TRUE AND b.city IS NOT NULL LIMIT 2
;
SELECT COUNT(*) AS n FROM sales WHERE DAYOFWEEK(sold_at) IN (1, 7) AND HOUR(sold_at) NOT BETWEEN 9 AND 17 AND MONTH(sold_at) = 3
;
SELECT SUM(quantity * unit_price) AS gross, AVG(quantity) AS mean_quantity, SUM(quantity * unit_price) / SUM(quantity) AS weighted FROM sale_lines
;
SELECT sale_id, line, SUM(quantity) OVER (PARTITION BY sale_id ORDER BY line) AS running, COUNT(*) OVER (PARTITION BY sale_id) AS line_count FROM sale_lines LIMIT 5
;
SELECT l1.item_id a, l2.item_id b, COUNT(*) c FROM sale_lines l1 INNER JOIN sale_lines l2 ON l1.sale_id = l2.sale_id AND l1.item_id < l2.item_id GROUP BY l1.item_id, l2.item_id HAVING c >= 2 ORDER BY c DESC LIMIT 3
;
SELECT m.name AS parent, GROUP_CONCAT(c.name ORDER BY c.name) AS children FROM categories m JOIN categories c ON c.parent_id = m.id GROUP BY m.id, m.name
;
SELECT YEAR(birthday) DIV 10 * 10 AS decade, COUNT(*) FROM buyers GROUP BY decade ORDER BY decade
;
SELECT COUNT(*) AS total, SUM(email IS NULL) AS without_email, SUM(email LIKE '%.org') AS org, AVG(active) AS active_share FROM buyers
;
SELECT MIN(LENGTH(description)), MAX(LENGTH(description)), AVG(LENGTH(description) - LENGTH(REPLACE(description, ' ', '')) + 1) AS words FROM items
;
SELECT released, DATEDIFF(released, LAG(released) OVER (ORDER BY released)) AS days_since FROM items ORDER BY released LIMIT 3
;
SELECT t.Month, t.`Target (EUR)` AS target, s.actual, s.actual / t.`Target (EUR)` AS hit FROM `Monthly Targets` t LEFT JOIN (SELECT DATE_FORMAT(sold_at, '%Y-%m-01') AS m, SUM(total) AS actual FROM sales GROUP BY m) s ON s.m = t.Month
;
SELECT * FROM sales LIMIT 0
;
SELECT * FROM sales LIMIT 2, 2
;
SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM sales WHERE total IS NULL)
;
SELECT NULL, TRUE, FALSE, DATE '2024-02-29', TIME '12:00:00', TIMESTAMP '2024-02-29 12:00:00', DATE'2024-01-01'
;
(SELECT 'min' AS what, MIN(total) AS v FROM sales) UNION ALL (SELECT 'max', MAX(total) FROM sales) ORDER BY v
;
((SELECT id FROM sales ORDER BY id LIMIT 1))
;
SELECT b.id AS buyer, s.id AS sale FROM buyers b, sales s WHERE b.id = s.buyer_id AND s.total = (SELECT MAX(total) FROM sales)
;
SELECT b.* FROM buyers b CROSS JOIN (SELECT 2 AS wanted) w WHERE b.id = w.wanted
;
SELECT b.name FROM buyers b RIGHT OUTER JOIN sales s ON s.buyer_id = b.id WHERE s.id = 7
;
SELECT b.name FROM (buyers b INNER JOIN sales s ON s.buyer_id = b.id) LEFT JOIN sale_lines l ON l.sale_id = s.id WHERE l.line = 3 LIMIT 2
;
SELECT * FROM sales s JOIN sale_lines l ON s.id = l.sale_id AND l.line = 1 JOIN items i ON i.id = l.item_id JOIN categories c ON c.id = i.category_id WHERE c.name = 'Books' LIMIT 1
;
SELECT status, SUM(total) AS total FROM sales GROUP BY 1 HAVING SUM(total) > 1000 ORDER BY 2 DESC
;
SELECT status, ANY_FREE FROM (SELECT status, MAX(id) AS ANY_FREE FROM sales GROUP BY status) x
;
SELECT UPPER(status) AS status, COUNT(*) AS `count` FROM sales GROUP BY UPPER(status) ORDER BY `count` DESC
;
SELECT s.total, (s.total - st.mean) / st.sd AS z FROM sales s CROSS JOIN (SELECT AVG(total) AS mean, STDDEV(total) AS sd FROM sales) st HAVING ABS(z) > 1.6
;
SELECT DATE(sold_at) AS `date`, TIME(sold_at) AS `time`, YEAR(sold_at) AS year, MONTH(sold_at) AS month, DAY(sold_at) AS day, HOUR(sold_at) AS hour FROM sales ORDER BY `date` LIMIT 1
;
SELECT id AS position, total AS value, status AS type, channel AS name, coupon AS text FROM sales ORDER BY position LIMIT 1
;
SELECT DATE_FORMAT(sold_at, GET_FORMAT(DATE, 'ISO')), PERIOD_ADD(202312, 2), PERIOD_DIFF(202402, 202311), TO_DAYS('2024-01-01'), FROM_DAYS(739251), TO_SECONDS('2024-01-01'), MICROSECOND('10:00:00.5'), QUARTER('2024-05-01') FROM sales LIMIT 1
;
SELECT EXTRACTVALUE('<i><p>5</p><p>6</p></i>', '/i/p[2]') AS second, UPDATEXML('<a><b/></a>', '//b', '<c/>') AS changed
;
SELECT UNCOMPRESSED_LENGTH(COMPRESS('aaaa')), BIT_LENGTH('a'), OCTET_LENGTH('é'), CHARACTER_LENGTH('é'), LCASE('A'), UCASE('a'), SPACE(2), MAKE_SET(1 | 4, 'a', 'b', 'c'), EXPORT_SET(6, '1', '0', ',', 4), FORMAT(12332.2, 0)
;
SELECT COUNT(DISTINCT buyer_id, channel) AS pairs, COUNT(DISTINCT IF(status = 'paid', buyer_id, NULL)) AS payers, GROUP_CONCAT(DISTINCT YEAR(sold_at) ORDER BY 1 DESC SEPARATOR '/') AS years FROM sales
;
SELECT MAX(CASE WHEN rn = 1 THEN title END) AS top1, MAX(CASE WHEN rn = 2 THEN title END) AS top2, category_id FROM (SELECT title, category_id, ROW_NUMBER() OVER (PARTITION BY category_id ORDER BY price DESC, id) AS rn FROM items) r GROUP BY category_id
;
SELECT d.n * 10 + e.n AS num FROM (SELECT 0 n UNION SELECT 1 UNION SELECT 2) d, (SELECT 0 n UNION SELECT 5) e ORDER BY num
;
SELECT CONCAT('Q', QUARTER(sold_at), ' ', YEAR(sold_at)) AS q, MIN(sold_at) AS f, COUNT(*) FROM sales GROUP BY q ORDER BY f
;
SELECT ROW_NUMBER() OVER () AS `#`, name FROM buyers WHERE city = 'Oslo' OR city = "Rome" ORDER BY name COLLATE latin1_bin LIMIT 3
;
SELECT IF(SUM(total) > 1000, 'ok', 'low') AS verdict, WEEKOFYEAR(sold_at) AS wk FROM sales WHERE YEAR(sold_at) = 2023 GROUP BY wk ORDER BY wk LIMIT 3
;
SELECT CURDATE() - INTERVAL (DAY(CURDATE()) - 1) DAY AS month_start, LAST_DAY(CURDATE()) AS month_end, DATE_FORMAT(NOW(), '%Y-%m-01') <= NOW() AS ok
;
SELECT s.* FROM sales s INNER JOIN (SELECT buyer_id, MAX(sold_at) AS latest FROM sales GROUP BY buyer_id) m ON m.buyer_id = s.buyer_id AND m.latest = s.sold_at ORDER BY s.sold_at DESC LIMIT 3
;
SELECT a.day, a.n, (SELECT SUM(b.n) FROM (SELECT DATE(sold_at) day, COUNT(*) n FROM sales GROUP BY day) b WHERE b.day <= a.day) AS cum FROM (SELECT DATE(sold_at) day, COUNT(*) n FROM sales WHERE sold_at < '2023-02-01' GROUP BY day) a ORDER BY a.day
;
SELECT buyer_id, COUNT(*) c FROM sales GROUP BY buyer_id HAVING c = (SELECT MAX(n) FROM (SELECT COUNT(*) n FROM sales GROUP BY buyer_id) x)
;
SELECT name, birthday FROM buyers WHERE DATE_ADD(birthday, INTERVAL YEAR('2024-03-01') - YEAR(birthday) YEAR) BETWEEN '2024-03-01' AND '2024-03-01' + INTERVAL 30 DAY
;
SELECT price, CASE WHEN price < 10 THEN '0-9' WHEN price < 20 THEN '10-19' ELSE '20+' END AS band FROM items ORDER BY band, price DESC
;
SELECT sku, price * (1 - 0.15) AS sale_price, ROUND(price * 1.22, 2) AS with_vat, price DIV 1 AS whole, price MOD 1 AS cents FROM items LIMIT 2
;
SELECT channel, status, COUNT(*) AS n, RANK() OVER (PARTITION BY channel ORDER BY COUNT(*) DESC) AS r FROM sales GROUP BY channel, status ORDER BY channel, r
;
SELECT total FROM sales WHERE total IN (SELECT DISTINCT total FROM sales WHERE channel = 'web') AND total NOT IN (SELECT total FROM sales WHERE channel = 'shop') LIMIT 2
;
SELECT MAX(latest) FROM (SELECT MAX(sold_at) AS latest FROM sales UNION ALL SELECT MAX(happened) FROM events UNION ALL SELECT MAX(signed_up) FROM buyers) AS u
;
SELECT id, coupon, IF(coupon = '', 'empty', IFNULL(coupon, 'null')) AS c, LENGTH(coupon), coupon IS NULL FROM sales WHERE COALESCE(coupon, '') = '' LIMIT 2
;
SELECT e.* FROM events e WHERE e.page = '/p/1' AND e.happened >= '2024-01-02' AND e.happened < '2024-01-03' AND JSON_VALUE(e.payload, '$.ok') = 'true'
;
SELECT SUM(total) AS `sum`, MIN(total) AS `min`, SUM(total) / COUNT(*) AS `avg`, SUM(total * total) AS `sq` FROM sales WHERE buyer_id = 3
;
SELECT LEFT(name, LOCATE(' ', name) - 1) AS first, SUBSTRING(name, LOCATE(' ', name) + 1) AS last, CONCAT(LEFT(name, 1), '.') AS initial FROM buyers LIMIT 2
;
SELECT name FROM buyers WHERE SOUNDEX(name) = SOUNDEX('Bayer 1') OR name SOUNDS LIKE 'Byer' LIMIT 1
;
SELECT INET_NTOA(INET_ATON('10.0.0.0') + n) AS ip FROM (SELECT 1 AS n UNION SELECT 2) x
;
SELECT COUNT(*) FROM sales AS a WHERE EXISTS (SELECT * FROM sale_lines WHERE sale_id = a.id AND quantity >= 5) AND NOT EXISTS (SELECT NULL FROM sale_lines l WHERE l.sale_id = a.id AND l.unit_price > 12)
;
SELECT CAST(AVG(total) AS UNSIGNED), CAST(SUM(discount) AS DECIMAL(10, 2)), CONVERT(MAX(sold_at), DATE), CONVERT(MAX(sold_at), CHAR(10)) FROM sales
;
SELECT DISTINCT CONCAT(YEAR(sold_at), '-W', LPAD(WEEK(sold_at, 3), 2, '0')) AS iso FROM sales ORDER BY iso LIMIT 3
;
SELECT id, LAG(id, 2) OVER (ORDER BY id) AS two_back, LEAD(status) OVER (PARTITION BY buyer_id ORDER BY sold_at) AS next_status FROM sales LIMIT 3
;
SELECT MAX(running) AS peak FROM (SELECT SUM(delta) OVER (ORDER BY at_) AS running FROM (SELECT happened AS at_, 1 AS delta FROM events UNION ALL SELECT ADDTIME(happened, took), -1 FROM events) d) r
;
SELECT 'Total' AS label, COUNT(*) AS n, NULL AS pct FROM sales UNION SELECT status, COUNT(*), ROUND(COUNT(*) * 100 / (SELECT COUNT(*) FROM sales), 1) FROM sales GROUP BY status
;
SELECT REPLACE(REPLACE(REPLACE(FORMAT(SUM(total), 2), ',', 'X'), '.', ','), 'X', '.') AS german FROM sales
;
SELECT GREATEST(COALESCE(discount, 0), 1) AS g, LEAST(total, 100) AS capped, ABS(total - 200) AS away FROM sales ORDER BY away, id LIMIT 2
;
SELECT IFNULL(MAX(NULLIF(discount, 0)), 0) AS best_discount, SUM(discount IS NOT NULL) AS discounted FROM sales
;
SELECT JSON_ARRAY(id, total IS NULL, total > 100, status = 'paid'), JSON_OBJECT('big', total > 100, 'note', coupon IS NOT NULL) FROM sales LIMIT 1
;
SELECT JSON_ARRAYAGG(status) AS list, JSON_OBJECTAGG(id, total) AS map FROM sales WHERE id < 4
;
SELECT JSON_OBJECTAGG(k, v) FROM (SELECT status AS k, JSON_ARRAYAGG(id) AS v FROM sales GROUP BY status) q
;
SELECT b.city, ROUND(AVG(x.spent), 2) AS mean_spent, MAX(x.spent) AS best FROM buyers b JOIN (SELECT buyer_id, SUM(total) AS spent FROM sales GROUP BY buyer_id) x ON x.buyer_id = b.id GROUP BY b.city WITH ROLLUP
;
SELECT IF(t.rn <= 3, t.title, 'Other') AS title, SUM(t.sold) AS sold FROM (SELECT i.title, SUM(l.quantity) AS sold, ROW_NUMBER() OVER (ORDER BY SUM(l.quantity) DESC) AS rn FROM sale_lines l JOIN items i ON i.id = l.item_id GROUP BY i.id, i.title) t GROUP BY IF(t.rn <= 3, t.title, 'Other') ORDER BY sold DESC
;
SELECT WEEKDAY(sold_at) AS wd, ELT(WEEKDAY(sold_at) + 1, 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun') AS day, COUNT(*) FROM sales GROUP BY wd, day ORDER BY wd
;
SELECT s.id, s.total, (SELECT COUNT(*) + 1 FROM sales x WHERE x.total > s.total) AS position FROM sales s ORDER BY position, s.id LIMIT 3
;
SELECT * FROM (SELECT buyer_id, sold_at, DATEDIFF(sold_at, LAG(sold_at) OVER (PARTITION BY buyer_id ORDER BY sold_at)) AS gap FROM sales) g WHERE gap > 60 ORDER BY gap DESC LIMIT 3
;
SELECT YEAR(s.sold_at) AS cohort_year, COUNT(DISTINCT CASE WHEN s.sold_at < b.signed_up + INTERVAL 90 DAY THEN b.id END) AS early, COUNT(DISTINCT b.id) AS all_buyers FROM buyers b JOIN sales s ON s.buyer_id = b.id GROUP BY cohort_year
;
SELECT MONTHNAME(birthday) AS m, COUNT(*) AS n, GROUP_CONCAT(name ORDER BY DAY(birthday), name SEPARATOR ', ') AS who FROM buyers GROUP BY MONTH(birthday), m ORDER BY MONTH(birthday) LIMIT 3
;
SELECT DATE_FORMAT(sold_at, '%Y') + 0 AS y, SUM(IF(channel = 'web', total, 0)) AS web, SUM(IF(channel = 'shop', total, 0)) AS shop, SUM(IF(channel = 'web', total, 0)) / NULLIF(SUM(total), 0) AS web_share FROM sales GROUP BY y
;
SELECT s1.day, s1.revenue, AVG(s2.revenue) AS trailing_mean FROM (SELECT DATE(sold_at) AS day, SUM(total) AS revenue FROM sales GROUP BY day) s1 JOIN (SELECT DATE(sold_at) AS day, SUM(total) AS revenue FROM sales GROUP BY day) s2 ON s2.day BETWEEN s1.day - INTERVAL 6 DAY AND s1.day GROUP BY s1.day, s1.revenue ORDER BY s1.day LIMIT 3
;
SELECT l.item_id, SUM(l.quantity) q FROM sale_lines AS l WHERE l.sale_id IN (SELECT id FROM sales WHERE status = 'paid' AND sold_at > (SELECT MAX(sold_at) FROM sales) - INTERVAL 100 DAY) GROUP BY l.item_id ORDER BY q DESC, l.item_id LIMIT 2
;
SELECT CONCAT(MIN(id), '-', MAX(id)) AS span, COUNT(*) AS n FROM (SELECT id, id - ROW_NUMBER() OVER (ORDER BY id) AS grp FROM sales WHERE status <> 'void') g GROUP BY grp ORDER BY MIN(id) LIMIT 3
;
SELECT kind, MIN(took) AS shortest, MAX(took) AS longest, SEC_TO_TIME(ROUND(AVG(TIME_TO_SEC(took)))) AS mean FROM events GROUP BY kind HAVING longest > '00:01:00'
;
SELECT * FROM events WHERE happened > '2024-01-01 12:00:00' - INTERVAL 1 HOUR AND happened <= TIMESTAMP('2024-01-01', '13:30:00') ORDER BY happened
;
SELECT page, SUM(kind = 'view') AS views, SUM(kind = 'click') AS clicks, IFNULL(ROUND(SUM(kind = 'click') / NULLIF(SUM(kind = 'view'), 0) * 100, 1), 0) AS ctr FROM events GROUP BY page ORDER BY ctr DESC, page
;
SELECT a.name AS from_name, b.name AS to_name FROM buyers AS a, buyers AS b WHERE a.id = b.referred_by AND a.city != b.city ORDER BY 1, 2 LIMIT 2
;
SELECT i.title, (i.price - c.mean) AS diff FROM items i JOIN (SELECT category_id, AVG(price) AS mean FROM items GROUP BY category_id) c USING (category_id) WHERE i.price > c.mean * 1.3
;
SELECT UPPER(SUBSTRING(status, 1, 1)) AS initial, LOWER(SUBSTRING(status, 2)) AS rest, LENGTH(status) - LENGTH(REPLACE(status, 'e', '')) AS e_count FROM (SELECT DISTINCT status FROM sales) d ORDER BY initial
;
SELECT BINARY 'abc' = 'ABC' AS exact, 'abc' = 'ABC' AS loose, 'abc' COLLATE utf8mb4_bin = 'ABC' AS collated
;
SELECT 'a' > 'B', 10 > '9', '10' > '9', 0 = 'x', NULL <=> NULL, (NULL) IS NOT NULL, COALESCE(NULL, NULL, 3)
;
SELECT *, total / (SELECT SUM(total) FROM sales) AS share FROM sales ORDER BY total DESC LIMIT 2
;
SELECT COUNT(*) FROM (SELECT buyer_id FROM sales WHERE YEAR(sold_at) = 2023 GROUP BY buyer_id HAVING COUNT(*) >= 3) AS loyal
;
SELECT DISTINCT i.category_id, FIRST_VALUE(i.title) OVER (PARTITION BY i.category_id ORDER BY i.price DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dearest FROM items i ORDER BY 1
;
SELECT SUM(t.total) FILTERED FROM (SELECT total FROM sales WHERE status = 'paid') t
;
SELECT IF(STRCMP(status, 'open') = 0, 1, 0) AS is_open, COUNT(*) FROM sales GROUP BY is_open
;
SELECT ST_AsText(ST_Centroid(ST_GeomFromText('POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))'))) AS c, ST_Area(ST_GeomFromText('POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))')) AS a, ST_Within(POINT(1, 1), ST_GeomFromText('POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))')) AS inside
;
SELECT DATE_ADD(LAST_DAY(DATE_SUB('2024-03-15', INTERVAL 1 MONTH)), INTERVAL 1 DAY) AS first_day, DAY(LAST_DAY('2024-02-01')) AS days, DATEDIFF(LAST_DAY('2024-02-01'), '2024-02-01') + 1 AS same
;
SELECT id, ROUND(total * 1.22, 2) AS gross, TRUNCATE(total, -1) AS tens, CEILING(total / 50) * 50 AS up FROM sales WHERE MOD(id, 50) = 0
;
SELECT MAX(JSON_EXTRACT(payload, '$.n')) AS top, MIN(JSON_UNQUOTE(JSON_EXTRACT(payload, '$.path[0]'))) AS root FROM events WHERE JSON_EXTRACT(payload, '$.ok') = TRUE
;
SELECT name, CASE mood WHEN 'sad' THEN ':(' WHEN 'ok' THEN ':|' ELSE ':)' END AS face FROM buyers WHERE mood IN ('sad', 'very happy') ORDER BY mood LIMIT 2
