/** Dialects of target databases; the names are those of the outside contract. */
export const DIALECTS = ['postgres', 'mysql', 'mariadb', 'sqlite', 'sqlserver', 'oracle'] as const;
export type Dialect = (typeof DIALECTS)[number];
