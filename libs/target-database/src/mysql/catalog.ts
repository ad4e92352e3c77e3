import { functionReader, relationReader, tableReader } from '../introspection/read-tables.js';

/** Storage engines that read other servers or server files. */
const FOREIGN_ENGINES = "'FEDERATED', 'CONNECT', 'SPIDER', 'ODBC', 'S3', 'CSV'";

const KIND = `case when t.table_type like '%VIEW' then 'view' when t.engine in (${FOREIGN_ENGINES}) then 'foreign' else 'table' end`;

const readable = (counts = ''): string => `
  from information_schema.tables as t
  left join information_schema.views as v on v.table_schema = t.table_schema and v.table_name = t.table_name
  ${counts}
 where t.table_schema = database() and t.table_type <> 'SEQUENCE'
 order by t.table_name`;

// A scalar subquery would read all columns per table.
const COUNTS = `
  left join (select binary table_name as name, count(*) as number from information_schema.columns
              where table_schema = database() group by binary table_name) as c on c.name = binary t.table_name`;

/** Definitions are empty without SHOW VIEW. */
const RELATIONS = `
  select null, t.table_name, ${KIND}, v.view_definition, if(${KIND} = 'foreign', lower(t.engine), null), null, c.number
  ${readable(COUNTS)}`;

const TABLES = `
  select null, t.table_name, ${KIND}, if(${KIND} = 'view', null, t.table_comment), t.table_rows ${readable()}`;

const COLUMNS = `
  select null, table_name, column_name, column_type, is_nullable, column_comment
    from information_schema.columns where table_schema = database()
   order by table_name, ordinal_position`;

const KEYS = `
  select null, table_name, nullif(constraint_name, 'PRIMARY'), column_name,
         if(binary referenced_table_schema = binary database(), null, referenced_table_schema), referenced_table_name, referenced_column_name
    from information_schema.key_column_usage
   where table_schema = database() and (constraint_name = 'PRIMARY' or referenced_table_name is not null)
   order by table_name, constraint_name, ordinal_position`;

const FUNCTIONS = `
  select routine_schema, routine_name from information_schema.routines
   where routine_type = 'FUNCTION' and routine_schema = database()`;

export const readRelations = relationReader(RELATIONS);
export const readTables = tableReader({ tables: TABLES, columns: COLUMNS, keys: KEYS });
/** Stored functions may shadow built-in ones that this version lacks. */
export const readCatalog = functionReader(FUNCTIONS);
