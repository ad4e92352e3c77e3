import { PERSON_VARIABLES, type Asker, type Identity } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
import { FIRST_OWN_ID } from './catalog-version.js';
import { textArray } from './text-array.js';
import type { TransactionStep } from './transaction.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 20, maxBytes: 100_000 };

/** Takes the identity until the end of the transaction. `role` is a setting, too. */
const SET = `
  select pg_catalog.set_config(wanted.name, wanted.value, true)
    from unnest($1::pg_catalog.text[], $2::pg_catalog.text[]) as wanted(name, value)`;

/** Division by zero if the session has another identity: later statements are not parsed. */
const VERIFY = `
  select 1 / (case when current_user = coalesce($3::pg_catalog.text, session_user)
                    and pg_catalog.current_setting('is_superuser') = 'off'
                    and not exists (
                      select from unnest($1::pg_catalog.text[], $2::pg_catalog.text[]) as wanted(name, value)
                       where pg_catalog.current_setting(wanted.name, true) is distinct from wanted.value)
              then 1 else 0 end)`;

/** What lets the role, or one that its session is a member of in any way, read rows past the policies. */
const UNSAFE = `
  with recursive own as (select oid from pg_catalog.pg_roles where pg_catalog.pg_has_role(oid, 'USAGE')),
  taken as (
    select * from pg_catalog.pg_roles
     where rolname = current_user or pg_catalog.pg_has_role(session_user, oid, 'MEMBER')),
  secured as materialized (
    select inhrelid, inhparent, child.relrowsecurity as below, parent.relrowsecurity as above
      from pg_catalog.pg_inherits
      join pg_catalog.pg_class as child on child.oid = inhrelid
      join pg_catalog.pg_class as parent on parent.oid = inhparent
     where child.relkind in ('r', 'p', 'f')),
  parents(oid) as (
    select inhparent from secured where below
    union select s.inhparent from parents as p join secured as s on s.inhrelid = p.oid),
  children(oid) as (
    select inhrelid from secured where above
    union select s.inhrelid from children as p join secured as s on s.inhparent = p.oid),
  -- of a role that initdb made, no dependence is kept
  owned as (
    select c.relname, c.relnamespace, c.relowner
      from pg_catalog.pg_shdepend as d join pg_catalog.pg_class as c on c.oid = d.objid
     where d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and d.deptype = 'o'
       and d.refobjid in (select oid from own union all select oid from taken)
       and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and d.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    union all
    select relname, relnamespace, relowner
      from pg_catalog.pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f')
       and relowner in (select oid from taken where oid < '${FIRST_OWN_ID}'::pg_catalog.oid)),
  unlike as (
    select c.oid, c.relname, c.relnamespace
      from (select oid from parents union select oid from children) as related
      join pg_catalog.pg_class as c on c.oid = related.oid
     where not c.relrowsecurity)
  select case when rolname = current_user then '' else 'may become ' || rolname || ', which ' end || what as what
    from taken, lateral (values (rolsuper, 'is a superuser'), (rolbypassrls, 'bypasses row security'),
                                (rolcreaterole, 'creates roles'), (rolreplication, 'replicates')) as rights(has, what)
   where has
  union all
  select case when c.relowner in (select oid from own) then ''
              else 'may become ' || pg_catalog.pg_get_userbyid(c.relowner) || ', which ' end
         || 'owns ' || n.nspname || '.' || c.relname
    from owned as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
  union all
  select 'reads ' || n.nspname || '.' || c.relname || ' without the row security of its parents or children'
    from unlike as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`;

const REQUIRE_SAFE = `select 1 / (case when exists (${UNSAFE}) then 0 else 1 end)`;

function settingsOf({ role, variables }: Identity): [names: string, values: string] {
  const settings = [
    ...(role === null ? [] : [['role', role] as const]),
    ...Object.entries(variables).map(([name, value]) => [`assay.${name}`, value] as const),
  ];
  return [textArray(settings.map(([name]) => name)), textArray(settings.map(([, value]) => value))];
}

/** `checked`: refuses a role that policies do not bind. */
export function asPerson(
  identity: Identity,
  statements: TransactionStep[],
  { checked }: { checked: boolean },
): TransactionStep[] {
  const settings = settingsOf(identity);
  const step = { shift: null, identity: 'unsure' } as const;
  const verify = { ...step, text: VERIFY, values: [...settings, identity.role] };
  return [
    { ...step, text: SET, values: settings, keptAs: 'identity' },
    { ...verify, keptAs: 'verify-before' },
    ...(checked ? [{ text: REQUIRE_SAFE, shift: null, identity: 'unsafe', keptAs: 'safe' } as const] : []),
    ...statements,
    { ...verify, keptAs: 'verify-after' },
  ];
}

export async function readUnsafe(session: DatabaseSession, signal: AbortSignal): Promise<string[]> {
  const rows = await session.read({ sql: UNSAFE, parameters: [], ...LIMITS }, signal);
  return rows.map(([what]) => textOf(what));
}

export function triedIdentities({ mode, roles, claims }: Asker): Identity[] {
  const person = '00000000-0000-8000-8000-000000000000';
  if (mode === 'role') return roles.map((role) => ({ person, role, variables: {} }));
  const names = [...PERSON_VARIABLES, ...Object.keys(claims)];
  return [{ person, role: null, variables: Object.fromEntries(names.map((name) => [name, ''])) }];
}
