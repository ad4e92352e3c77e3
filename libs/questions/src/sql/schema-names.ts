import type { DatabaseSchema, Id } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';
import { schemaNames, type SchemaNames } from '@assay/sql';

export const rememberNames = prepared<[workspace: Id, schema: DatabaseSchema]>(
  {
    name: 'remember_schema_names',
    // merges columns of known tables; writes nothing if nothing is new
    text: `insert into assay.schema_names as known (workspace_id, names)
     select w.id, $2::jsonb from assay.workspaces w where w.id = $1
     on conflict (workspace_id) do update set version = known.version + 1, names = known.names || (
       select coalesce(jsonb_object_agg(fresh.key, (
         select coalesce(jsonb_agg(distinct name), '[]') from (
           select jsonb_array_elements(fresh.value) as name
           union select jsonb_array_elements(known.names -> fresh.key)) both_have
       )), '{}')
       from jsonb_each(excluded.names) fresh
     )
     where not known.names @> excluded.names`,
  },
  (workspace, schema) => [workspace, toJsonb(schemaNames(schema))],
).run;

/** All names ever seen in the workspace's database. */
export const readSchemaNames = prepared<[workspace: Id], { names: SchemaNames }>({
  name: 'read_schema_names',
  text: 'select names from assay.schema_names where workspace_id = $1',
}).value((row) => row?.names ?? {});
