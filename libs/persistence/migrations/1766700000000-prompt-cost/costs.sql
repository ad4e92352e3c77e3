alter table assay.workspaces add column prompt_secret text not null default gen_random_uuid()::text;
alter table assay.steps add column cache_write_tokens integer;
