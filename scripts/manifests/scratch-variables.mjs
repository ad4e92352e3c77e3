/** Also in libs/runtime/src/config/variables.ts. */
export const SCRATCH_VARIABLES = ['ASSAY_SCRATCH_MARIADB_URL', 'ASSAY_SCRATCH_MYSQL_URL'];
