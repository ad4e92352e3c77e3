import { factReader } from '../introspection/declared-facts.js';

const OWN = `owner not in (select username from all_users where oracle_maintained = 'Y')`;

const UNIQUE = `
  select k.owner, k.table_name, 'unique', k.constraint_name, c.column_name
    from all_constraints k
    join all_cons_columns c on c.owner = k.owner and c.constraint_name = k.constraint_name
   where k.constraint_type = 'U' and k.status = 'ENABLED' and k.${OWN}
   order by k.owner, k.table_name, k.constraint_name, c.position`;

/** Excludes NOT NULL checks, which columns report. */
const CHECKS = `
  select owner, table_name, 'check', constraint_name, search_condition_vc
    from all_constraints
   where constraint_type = 'C' and status = 'ENABLED' and ${OWN}
     and not regexp_like(search_condition_vc, '^"[^"]+" IS NOT NULL$')`;

/** Without the expressions: they are LONG, which cannot be combined with text. */
const GENERATED = `
  select owner, table_name, 'generated', column_name, cast(null as varchar2(1))
    from all_tab_cols where virtual_column = 'YES' and hidden_column = 'NO' and ${OWN}`;

export const readDeclared = factReader(UNIQUE, CHECKS, GENERATED);
