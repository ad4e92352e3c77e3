import { PERSON_VARIABLES, type Asker, type Identity } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
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
  parents(oid) as (
    select oid from pg_catalog.pg_class where relrowsecurity
    union select i.inhparent from parents join pg_catalog.pg_inherits as i on i.inhrelid = parents.oid),
  children(oid) as (
    select oid from pg_catalog.pg_class where relrowsecurity
    union select i.inhrelid from children join pg_catalog.pg_inherits as i on i.inhparent = children.oid)
  select case when rolname = current_user then '' else 'may become ' || rolname || ', which ' end || what as what
    from taken, lateral (values (rolsuper, 'is a superuser'), (rolbypassrls, 'bypasses row security'),
                                (rolcreaterole, 'creates roles'), (rolreplication, 'replicates')) as rights(has, what)
   where has
  union all
  select case when c.relowner in (select oid from own) then 'owns ' || n.nspname || '.' || c.relname
              when c.relowner in (select oid from taken)
              then 'may become ' || pg_catalog.pg_get_userbyid(c.relowner) || ', which owns ' || n.nspname || '.' || c.relname
              when c.relrowsecurity then 'reads ' || n.nspname || '.' || c.relname || ' without row security'
              else 'reads ' || n.nspname || '.' || c.relname || ' without the row security of its parents or children' end
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'f')
     and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     and (c.relowner in (select oid from own union all select oid from taken)
          or c.relrowsecurity and not pg_catalog.row_security_active(c.oid)
          or not c.relrowsecurity and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
             and c.oid in (select oid from parents union all select oid from children))`;

const REQUIRE_SAFE = `select 1 / (case when exists (${UNSAFE}) then 0 else 1 end)`;

function settingsOf({ role, variables }: Identity): [names: string, values: string] {
  const settings = [
    ...(role === null ? [] : [['role', role] as const]),
    ...Object.entries(variables).map(([name, value]) => [`assay.${name}`, value] as const),
  ];
  return [textArray(settings.map(([name]) => name)), textArray(settings.map(([, value]) => value))];
}

/** Steps around statements that run as a person. `checked`: refuses a role that policies do not bind. */
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
