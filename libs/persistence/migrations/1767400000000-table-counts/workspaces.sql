-- of the last read schema; null: not read since this migration
alter table assay.workspaces add column table_count integer;
