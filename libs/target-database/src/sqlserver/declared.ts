import { factReader } from '../introspection/declared-facts.js';

const NAMES = 'object_schema_name(x.object_id), object_name(x.object_id)';

const UNIQUE = `
  select ${NAMES}, 'unique', x.name, c.name
    from sys.indexes as x
    join sys.index_columns as k on k.object_id = x.object_id and k.index_id = x.index_id and k.is_included_column = 0
    join sys.columns as c on c.object_id = k.object_id and c.column_id = k.column_id
   where x.is_unique = 1 and x.is_primary_key = 0 and x.has_filter = 0 and x.is_disabled = 0
   order by x.object_id, x.index_id, k.key_ordinal`;

const CHECKS = `
  select object_schema_name(x.parent_object_id), object_name(x.parent_object_id), 'check', x.name, x.definition
    from sys.check_constraints as x where x.is_disabled = 0`;

const GENERATED = `select ${NAMES}, 'generated', x.name, x.definition from sys.computed_columns as x`;

const DOMAINS = `
  select ${NAMES}, 'domain', x.name, type_name(x.system_type_id)
    from sys.columns as x join sys.types as t on t.user_type_id = x.user_type_id
   where t.is_user_defined = 1 and t.is_assembly_type = 0 and t.is_table_type = 0`;

export const readDeclared = factReader(UNIQUE, CHECKS, GENERATED, DOMAINS);
