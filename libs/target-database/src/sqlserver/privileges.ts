import type { Privileges } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 1000, maxBytes: 1_000_000 };

const READING = new Set([
  'CONNECT',
  'SELECT',
  'SHOWPLAN',
  'VIEW ANY COLUMN ENCRYPTION KEY DEFINITION',
  'VIEW ANY COLUMN MASTER KEY DEFINITION',
  'VIEW DATABASE STATE',
  'VIEW DATABASE PERFORMANCE STATE',
  'VIEW DEFINITION',
  'VIEW SECURITY DEFINITION',
  'VIEW PERFORMANCE DEFINITION',
]);

const FINDINGS = `
  select 'server-role', r.name from (values ('sysadmin'), ('serveradmin'), ('securityadmin'), ('dbcreator')) as r(name)
   where is_srvrolemember(r.name) = 1
  union all
  select 'database', p.permission_name collate database_default from fn_my_permissions(null, 'DATABASE') as p
  union all
  select 'table', written.name from (
    select top (5) s.name + '.' + t.name as name from sys.tables as t join sys.schemas as s on s.schema_id = t.schema_id
     where has_perms_by_name(quotename(s.name) + '.' + quotename(t.name), 'OBJECT', 'INSERT') = 1
        or has_perms_by_name(quotename(s.name) + '.' + quotename(t.name), 'OBJECT', 'UPDATE') = 1
        or has_perms_by_name(quotename(s.name) + '.' + quotename(t.name), 'OBJECT', 'DELETE') = 1
     order by s.name, t.name) as written`;

export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges> {
  const rows = await session.read({ sql: FINDINGS, parameters: [], ...LIMITS }, signal);
  return judgeFindings(rows.map(([kind, subject]) => ({ kind: textOf(kind), subject: textOf(subject) })));
}

export function judgeFindings(found: { kind: string; subject: string }[]): Privileges {
  const beyond = found.filter(({ kind, subject }) => kind !== 'database' || !READING.has(subject));
  return {
    superuser: beyond.some(({ kind, subject }) => kind === 'server-role' && subject === 'sysadmin'),
    canWrite: beyond.some(
      ({ kind, subject }) => kind !== 'database' || /INSERT|UPDATE|DELETE|ALTER|CONTROL|CREATE/.test(subject),
    ),
    findings: beyond.map(inWords),
  };
}

function inWords({ kind, subject }: { kind: string; subject: string }): string {
  if (kind === 'server-role') return `the user is a member of ${subject}`;
  return kind === 'table' ? `the user may write to ${subject}` : `the user has ${subject} on the database`;
}
