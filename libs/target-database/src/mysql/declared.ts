import { factReader, type DeclaredFact } from '../introspection/declared-facts.js';
import type { DatabaseSession } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';

/** Excludes indexes over expressions and column prefixes. */
const UNIQUE = `
  select null, s.table_name, 'unique', s.index_name, s.column_name
    from information_schema.statistics as s
   where s.table_schema = database() and s.non_unique = 0 and s.index_name <> 'PRIMARY'
     and not exists (select 1 from information_schema.statistics as p
                      where p.table_schema = s.table_schema and p.table_name = s.table_name
                        and p.index_name = s.index_name and (p.sub_part is not null or p.column_name is null))
   order by s.table_name, s.index_name, s.seq_in_index`;

const COLUMNS = `
  select null, table_name, case when generation_expression <> '' then 'generated' else 'labels' end, column_name,
         case when generation_expression <> '' then generation_expression else column_type end
    from information_schema.columns
   where table_schema = database() and (generation_expression <> '' or data_type in ('enum', 'set'))`;

const COLLATIONS = `
  select null, table_name, 'collation', column_name, collation_name
    from information_schema.columns where table_schema = database() and collation_name is not null`;

/** MariaDB's catalog names the table, MySQL's only the constraint. */
const CHECKS = [
  `select null, table_name, 'check', constraint_name, check_clause
     from information_schema.check_constraints where constraint_schema = database()`,
  `select null, t.table_name, 'check', c.constraint_name, c.check_clause
     from information_schema.check_constraints as c
     join information_schema.table_constraints as t
       on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name
    where c.constraint_schema = database() and t.constraint_type = 'CHECK'`,
];

const readSure = factReader(UNIQUE, COLUMNS, COLLATIONS);

/** Older versions lack the table of checks, MySQL's a column: tries both forms. */
export async function readDeclared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]> {
  const facts = await readSure(session, signal);
  for (const sql of CHECKS) {
    try {
      return [...facts, ...(await factReader(sql)(session, signal))];
    } catch (error) {
      if (!(error instanceof StatementFailedError)) throw error;
    }
  }
  return facts;
}
