-- Deliveries that ended with the loss of the process.
alter table assay.tasks add column losses integer not null default 0;
