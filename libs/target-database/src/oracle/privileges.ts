import type { Privileges } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
import { FIXED_FORMATS } from './connection.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 1000, maxBytes: 1_000_000 };

/** Read-only privileges; session parameters do not reach data. */
const READING = new Set([
  'CREATE SESSION',
  'ALTER SESSION',
  'SELECT ANY TABLE',
  'READ ANY TABLE',
  'SELECT ANY DICTIONARY',
  'SET CONTAINER',
]);

const FINDINGS = `
  select 'right', privilege from session_privs
  union all
  select 'role', role from session_roles where role in ('DBA', 'SYSDBA', 'IMP_FULL_DATABASE', 'EXP_FULL_DATABASE')
  union all
  select 'table', written from (
    select distinct table_schema || '.' || table_name as written from all_tab_privs
     where privilege in ('INSERT', 'UPDATE', 'DELETE', 'ALTER')
       and grantee in (select user from dual union all select role from session_roles)
     order by 1) where rownum <= 5
  union all
  select 'table', user || '.' || table_name from user_tables where rownum <= 5`;

const OWN_FORMATS = `
  select d.parameter, coalesce(i.value, d.value)
    from nls_database_parameters d left join nls_instance_parameters i on i.parameter = d.parameter
   where d.parameter in (${FIXED_FORMATS.map(([name]) => `'${name}'`).join(', ')}) order by 1`;

/** Beyond reading; users can always write to their own tables. */
export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges> {
  const rows = await session.read({ sql: FINDINGS, parameters: [], ...LIMITS }, signal);
  const privileges = judgeFindings(rows.map(([kind, subject]) => ({ kind: textOf(kind), subject: textOf(subject) })));
  const formats = await session.read({ sql: OWN_FORMATS, parameters: [], ...LIMITS }, signal);
  const fixed = new Map(FIXED_FORMATS);
  const other = formats.filter(([name, value]) => textOf(value) !== fixed.get(textOf(name)));
  const words = other.map(([name, value]) => `${textOf(name)} ${fixed.get(textOf(name))}, not ${textOf(value)}`);
  const overridden =
    words.length === 0 ? [] : [`statements run with other formats than the database's: ${words.join('; ')}`];
  return { ...privileges, findings: [...privileges.findings, ...overridden] };
}

export function judgeFindings(found: { kind: string; subject: string }[]): Privileges {
  const beyond = found.filter(({ kind, subject }) => kind !== 'right' || !READING.has(subject));
  const superuser = beyond.some(({ kind, subject }) => kind === 'role' && /^(DBA|SYSDBA)$/.test(subject));
  return {
    superuser,
    canWrite:
      superuser || beyond.some(({ kind, subject }) => kind === 'table' || /ANY|CREATE|DROP|UNLIMITED/.test(subject)),
    findings: beyond.map(({ kind, subject }) =>
      kind === 'table' ? `the user may write to ${subject}` : `the user has the ${kind} ${subject}`,
    ),
  };
}
