import { textOf } from '../introspection/catalog-cells.js';
import type { RoleRights } from '../driver.js';
import type { DatabaseSession } from '../session.js';
import { readOverriddenSettings } from './fixed-settings.js';
import { readReach } from './reach.js';
import { readRelatives, relativeInWords } from './relatives.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 2000, maxBytes: 1_000_000 };

/** Roles with access to server files, programs, other sessions or all tables. */
const POWERFUL_ROLES = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_write_all_data',
  'pg_signal_backend',
  'pg_checkpoint',
  'pg_maintain',
  'pg_create_subscription',
];

const WRITING_ROLES = new Set(['pg_execute_server_program', 'pg_write_server_files', 'pg_write_all_data']);

const FINDINGS = `
  with me as (select * from pg_catalog.pg_roles where rolname = current_user),
       mine as (
         select c.oid, n.nspname, c.relname, c.relkind
           from pg_catalog.pg_class as c
           join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
          where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
            and pg_catalog.has_schema_privilege(n.oid, 'USAGE'))
  select 'superuser', '' from me where rolsuper
  union all
  select 'superuser-member', r.rolname from me, pg_catalog.pg_roles as r
   where r.rolsuper and r.oid <> me.oid and pg_catalog.pg_has_role(r.oid, 'MEMBER') and not me.rolsuper
  union all
  select 'member', r.rolname from me, pg_catalog.pg_roles as r
   where r.rolname = any($1::pg_catalog.text[]) and pg_catalog.pg_has_role(r.oid, 'MEMBER') and not me.rolsuper
  union all
  select 'may', what from me,
         lateral (values (rolcreaterole, 'create roles'), (rolcreatedb, 'create databases'),
                         (rolreplication, 'replicate'), (rolbypassrls, 'bypass row security')) as rights(has, what)
   where has
  union all
  select 'database', 'create schemas'
   where pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
  union all
  select 'schema', n.nspname from pg_catalog.pg_namespace as n
   where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     and pg_catalog.has_schema_privilege(n.oid, 'CREATE')
  union all
  (select 'write', mine.nspname || '.' || mine.relname from mine
    where mine.relkind in ('r', 'p', 'v', 'f')
      and (pg_catalog.has_table_privilege(mine.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
           or pg_catalog.has_any_column_privilege(mine.oid, 'INSERT, UPDATE'))
    order by 2 limit 5)`;

/** Privileges beyond reading, and messages about servers that are not plain PostgreSQL. */
export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<RoleRights> {
  const relatives = await readRelatives(session, signal);
  const rows = await session.read({ sql: FINDINGS, parameters: [`{${POWERFUL_ROLES.join(',')}}`], ...LIMITS }, signal);
  const found = rows.map(([kind, subject]) => ({ kind: textOf(kind), subject: textOf(subject) }));
  const superuser = found.some(({ kind }) => kind === 'superuser' || kind === 'superuser-member');
  // A superuser may use everything: listing it is useless.
  const reach = superuser ? [] : await readReach(session, signal);
  return {
    superuser,
    canWrite: superuser || found.some(isWriting),
    findings: [
      ...found.map(inWords),
      ...reach.map(({ words }) => `the role may ${words}`),
      ...relatives.map(relativeInWords),
      ...(await readOverriddenSettings(session, signal)),
    ],
    ...(reach.length > 0 ? { reach: [...new Set(reach.map(({ name }) => name))], reaches: reach } : {}),
  };
}

interface Finding {
  kind: string;
  subject: string;
}

/** CREATE on a schema does not count: before PostgreSQL 15 every role had it on `public`. */
function isWriting({ kind, subject }: Finding): boolean {
  return kind === 'write' || kind === 'database' || (kind === 'member' && WRITING_ROLES.has(subject));
}

function inWords({ kind, subject }: Finding): string {
  switch (kind) {
    case 'superuser':
      return 'the role is a superuser';
    case 'superuser-member':
      return `the role is a member of the superuser ${subject}`;
    case 'member':
      return `the role is a member of ${subject}`;
    case 'schema':
      return `the role may create objects in schema ${subject}`;
    case 'write':
      return `the role may write to ${subject}`;
    default:
      return `the role may ${subject}`;
  }
}
