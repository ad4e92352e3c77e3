-- as whom statements of a question run; null: as the workspace's role
alter table assay.questions add column identity jsonb;
