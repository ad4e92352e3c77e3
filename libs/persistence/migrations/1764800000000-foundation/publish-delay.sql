-- Doubles, up to 96 s.
create or replace function assay.publish_delay(p_publishes integer) returns interval
language sql immutable as $$ select make_interval(secs => 1.5 * power(2, least(p_publishes, 6))) $$;
