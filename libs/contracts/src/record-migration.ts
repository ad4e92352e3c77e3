/**
 * The newest migration that this release's services rely on. A process that starts waits until Assay's own Postgres
 * has it, so that services and the migration may start in any order; later ones do not disturb it (expand first).
 */
export const RECORD_MIGRATION = 'Foundation1764800000000';
