/** What services that may use scratch servers are told; libs/runtime/src/config/variables.ts reads it. */
export const SCRATCH_VARIABLES = ['ASSAY_SCRATCH_MARIADB_URL', 'ASSAY_SCRATCH_MYSQL_URL'];
