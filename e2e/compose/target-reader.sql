create role reader login password 'reads-only';
grant select on all tables in schema public to reader;
