import type { Reach } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 2000, maxBytes: 1_000_000 };

/** Wrappers that the role may use are found by its privileges. */
const REACHING_EXTENSIONS = [
  'adminpack',
  'aws_lambda',
  'aws_s3',
  'azure_storage',
  'dblink',
  'http',
  'orafce',
  'pg_background',
  'pg_cron',
  'pg_curl',
  'pg_net',
  'pg_surgery',
  'pageinspect',
  'plsh',
  'plproxy',
  'postgres_fdw',
];

/**
 * SECURITY DEFINER functions, untrusted languages, callable extension functions, wrappers and servers; not handlers,
 * validators and triggers.
 */
const REACH = `
  with me as (select oid from pg_catalog.pg_roles where rolname = current_user),
       callable as (
         select p.oid, p.prosecdef, p.proowner, p.prolang, p.proname,
                n.nspname || '.' || p.proname || '(' || pg_catalog.pg_get_function_identity_arguments(p.oid) || ')' as name
           from pg_catalog.pg_proc as p
           join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
          where p.oid >= 16384
            and p.prorettype not in (2279, 3838, 2280, 3115, 325, 3310, 269)
            and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
            and pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
  select 'definer', c.name from callable as c, me where c.prosecdef and c.proowner <> me.oid
  union all
  select 'language', c.name || ' in ' || l.lanname
    from callable as c join pg_catalog.pg_language as l on l.oid = c.prolang
   where not l.lanpltrusted and l.lanname not in ('c', 'internal')
  union all
  select distinct 'extension', e.extname::pg_catalog.text
    from pg_catalog.pg_extension as e
    join pg_catalog.pg_depend as d on d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
     and d.refobjid = e.oid and d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.deptype = 'e'
    join callable as c on c.oid = d.objid and c.proname !~ '_(handler|validator)$'
   where e.extname = any($1::pg_catalog.text[])
  union all
  select 'wrapper', w.fdwname from pg_catalog.pg_foreign_data_wrapper as w
   where pg_catalog.has_foreign_data_wrapper_privilege(w.oid, 'USAGE')
      or exists (
        select from pg_catalog.pg_foreign_table as t
          join pg_catalog.pg_foreign_server as s on s.oid = t.ftserver
         where s.srvfdw = w.oid and pg_catalog.has_any_column_privilege(t.ftrelid, 'SELECT'))
  union all
  select 'server', s.srvname from pg_catalog.pg_foreign_server as s
   where pg_catalog.has_server_privilege(s.oid, 'USAGE')
  order by 1, 2`;

export async function readReach(session: DatabaseSession, signal: AbortSignal): Promise<Reach[]> {
  const parameters = [`{${REACHING_EXTENSIONS.join(',')}}`];
  const rows = await session.read({ sql: REACH, parameters, ...LIMITS }, signal);
  return rows.map(([kind, name]) => ({ name: textOf(name), words: inWords(textOf(kind), textOf(name)) }));
}

function inWords(kind: string, name: string): string {
  switch (kind) {
    case 'definer':
      return `run ${name} with the rights of its owner`;
    case 'language':
      return `run ${name}, which has no resource limits`;
    case 'extension':
      return `call the extension ${name}, which reaches beyond this database`;
    case 'wrapper':
      return `use the foreign-data wrapper ${name}`;
    default:
      return `use the foreign server ${name}`;
  }
}
