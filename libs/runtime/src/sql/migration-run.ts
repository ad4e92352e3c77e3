export const MIGRATION_RUN = 'select 1 from assay.migrations where name = $1';
