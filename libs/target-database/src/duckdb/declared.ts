import { factReader } from '../introspection/declared-facts.js';

const UNIQUE = `
  select schema_name, table_name, 'unique', constraint_name, unnest(constraint_column_names)
    from system.main.duckdb_constraints() where database_name = system.main.current_database() and constraint_type = 'UNIQUE'`;

const CHECKS = `
  select schema_name, table_name, 'check', constraint_name, expression
    from system.main.duckdb_constraints() where database_name = system.main.current_database() and constraint_type = 'CHECK'`;

/** Named enums, too: a column has no link to its type, but shows its labels. */
const ENUMS = `
  select schema_name, table_name, 'labels', column_name, data_type
    from system.main.duckdb_columns()
   where database_name = system.main.current_database()
     and system.main.prefix(data_type, 'ENUM(') and system.main.suffix(data_type, ')')`;

export const readDeclared = factReader(UNIQUE, CHECKS, ENUMS);
