import type { Privileges } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 1000, maxBytes: 1_000_000 };

/** Rights that change nothing and reach nothing but data. */
const READING = new Set(['SELECT', 'USAGE', 'SHOW VIEW', 'SHOW DATABASES', 'REFERENCES']);

/** Rights over the whole server that make a superuser, on either server. */
const SUPER = new Set(['ALL PRIVILEGES', 'SUPER', 'SYSTEM_USER', 'CONNECTION ADMIN', 'CONNECTION_ADMIN']);

/** Rights that do not amount to writing data, though they are more than reading. */
const HARMLESS = new Set([
  'PROCESS',
  'EXECUTE',
  'LOCK TABLES',
  'REPLICATION CLIENT',
  'BINLOG MONITOR',
  'SLAVE MONITOR',
]);

/** Stored functions with their owner's rights; the server shows those alone that the user has a right to. */
const DEFINERS = `
  select concat(routine_schema, '.', routine_name) from information_schema.routines
   where routine_type = 'FUNCTION' and security_type = 'DEFINER' and definer <> current_user()
     and routine_schema not in ('sys', 'mysql', 'information_schema', 'performance_schema')
   order by 1`;

/** What the user may do beyond reading, from the server's own list of grants. */
export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges> {
  const rows = await session.read({ sql: 'SHOW GRANTS', parameters: [], ...LIMITS }, signal);
  const privileges = judgeGrants(rows.map(([grant]) => textOf(grant)));
  // somebody who may do everything may run every function: naming them all would say nothing
  const definers = privileges.superuser ? [] : await session.read({ sql: DEFINERS, parameters: [], ...LIMITS }, signal);
  if (definers.length === 0) return privileges;
  const reach = definers.map(([name]) => textOf(name));
  const words = reach.map((name) => `the user may run ${name} with the rights of its owner`);
  return { ...privileges, findings: [...privileges.findings, ...words], reach };
}

/** What lines of SHOW GRANTS amount to. */
export function judgeGrants(grants: string[]): Privileges {
  const parsed = grants.map(parseGrant);
  const beyond = parsed.flatMap(({ rights, object }) =>
    rights.filter((right) => !READING.has(right)).map((right) => ({ right, object })),
  );
  const superuser = beyond.some(({ right, object }) => SUPER.has(right) && object === '*.*');
  const roles = parsed.flatMap(({ role }) =>
    role === null ? [] : [`the role ${role} is granted: its rights count too`],
  );
  return {
    superuser,
    canWrite: beyond.some(({ right }) => !HARMLESS.has(right)),
    findings: [...beyond.map(({ right, object }) => `the user has ${right} on ${object}`), ...roles],
  };
}

interface Grant {
  rights: string[];
  object: string;
  /** A role that is granted instead of rights. */
  role: string | null;
}

function parseGrant(line: string): Grant {
  const match = /^GRANT (?<rights>.+?) ON (?<object>.+?) TO /i.exec(line);
  if (!match?.groups) return { rights: [], object: '', role: /^GRANT (\S+) TO /i.exec(line)?.[1] ?? null };
  // Rights on columns name them in brackets: SELECT (`id`, `name`), INSERT (`id`).
  const rights = (match.groups.rights ?? '').replace(/\([^)]*\)/g, '').split(',');
  const named = rights.map((right) => right.trim().toUpperCase()).filter((right) => right !== '');
  const grantOption = /WITH GRANT OPTION/i.test(line) ? ['GRANT OPTION'] : [];
  return { rights: [...named, ...grantOption], object: (match.groups.object ?? '').replaceAll('`', ''), role: null };
}
