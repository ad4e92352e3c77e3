import { readFacts, type DeclaredFact } from '../introspection/declared-facts.js';
import type { DatabaseSession } from '../session.js';

const UNIQUE = `
  select schema_name, table_name, 'unique', constraint_name, unnest(constraint_column_names)
    from system.main.duckdb_constraints() where database_name = system.main.current_database() and constraint_type = 'UNIQUE'`;

const CHECKS = `
  select schema_name, table_name, 'check', constraint_name, expression
    from system.main.duckdb_constraints() where database_name = system.main.current_database() and constraint_type = 'CHECK'`;

const ENUMS = `
  select c.schema_name, c.table_name, 'enum', c.column_name, unnest(t.labels)
    from system.main.duckdb_columns() as c
    join system.main.duckdb_types() as t on t.type_oid = c.data_type_id and t.logical_type = 'ENUM' and system.main.len(t.labels) > 0
   where c.database_name = system.main.current_database()`;

export async function readDeclared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]> {
  const facts: DeclaredFact[] = [];
  for (const sql of [UNIQUE, CHECKS, ENUMS]) facts.push(...(await readFacts(sql, session, signal)));
  return facts;
}
