import type { Privileges } from '@assay/contracts';
import type { RoleRights } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 1000, maxBytes: 1_000_000 };

const READING = new Set(['SELECT', 'USAGE', 'SHOW VIEW', 'SHOW DATABASES', 'REFERENCES']);

const SUPER = new Set(['ALL PRIVILEGES', 'SUPER', 'SYSTEM_USER', 'CONNECTION ADMIN', 'CONNECTION_ADMIN']);

/** Privileges beyond reading that cannot write data. */
const HARMLESS = new Set([
  'PROCESS',
  'EXECUTE',
  'LOCK TABLES',
  'REPLICATION CLIENT',
  'BINLOG MONITOR',
  'SLAVE MONITOR',
]);

const FOR_TRYING = new Set(['test.*', 'test\\_%.*']);
const MOST_RIGHTS = 5;

/** Visible stored functions that run with their owner's privileges. */
const DEFINERS = `
  select concat(routine_schema, '.', routine_name) from information_schema.routines
   where routine_type = 'FUNCTION' and security_type = 'DEFINER' and definer <> current_user()
     and routine_schema not in ('sys', 'mysql', 'information_schema', 'performance_schema')
   order by 1`;

export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<RoleRights> {
  const rows = await session.read({ sql: 'SHOW GRANTS', parameters: [], ...LIMITS }, signal);
  const privileges = judgeGrants(rows.map(([grant]) => textOf(grant)));
  // A superuser may run every function: listing them is useless.
  const definers = privileges.superuser ? [] : await session.read({ sql: DEFINERS, parameters: [], ...LIMITS }, signal);
  const reach = definers.map(([name]) => textOf(name));
  const reaches = reach.map((name) => ({ name, words: `run ${name} with the rights of its owner` }));
  const [[modes] = []] = await session.read({ sql: 'SELECT @@global.sql_mode', parameters: [], ...LIMITS }, signal);
  const findings = [
    ...privileges.findings,
    ...reaches.map(({ words }) => `the user may ${words}`),
    ...overriddenModes(textOf(modes)),
  ];
  return { ...privileges, findings, ...(reach.length > 0 ? { reach, reaches } : {}) };
}

function overriddenModes(modes: string): string[] {
  const isSet = (mode: string): boolean => modes.split(',').includes(mode);
  return [
    ...(isSet('ANSI_QUOTES')
      ? ['the database sets ANSI_QUOTES; statements run without it: double quotes enclose texts, backticks names']
      : []),
    ...(isSet('NO_BACKSLASH_ESCAPES')
      ? ['the database sets NO_BACKSLASH_ESCAPES; statements run without it: a backslash in a text escapes']
      : []),
  ];
}

export function judgeGrants(grants: string[]): Privileges {
  const parsed = grants.map(parseGrant).map(({ rights, ...grant }) => {
    return { ...grant, beyond: rights.filter((right) => !READING.has(right)) };
  });
  const superuser = parsed.some(({ beyond, object }) => object === '*.*' && beyond.some((right) => SUPER.has(right)));
  return {
    superuser,
    canWrite: parsed.some(({ beyond }) => beyond.some((right) => !HARMLESS.has(right))),
    findings: [
      ...parsed.flatMap(({ beyond, object, isPublic }) => {
        if (beyond.length === 0) return [];
        const until = isPublic && FOR_TRYING.has(object) ? ', until mysql_secure_installation is run' : '';
        return [`${isPublic ? 'every' : 'the'} user has ${shownRights(beyond)} on ${object}${until}`];
      }),
      ...parsed.flatMap(({ role }) => (role === null ? [] : [`the role ${role} is granted: its rights count too`])),
    ],
  };
}

function shownRights(rights: string[]): string {
  const more = rights.length - MOST_RIGHTS;
  return rights.slice(0, MOST_RIGHTS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

interface Grant {
  rights: string[];
  object: string;
  isPublic: boolean;
  role: string | null;
}

function parseGrant(line: string): Grant {
  const match = /^GRANT (?<rights>.+?) ON (?<object>.+?) TO /i.exec(line);
  if (!match?.groups)
    return { rights: [], object: '', isPublic: false, role: /^GRANT (\S+) TO /i.exec(line)?.[1] ?? null };
  // Column privileges: SELECT (`id`, `name`), INSERT (`id`).
  const rights = (match.groups.rights ?? '').replace(/\([^)]*\)/g, '').split(',');
  const named = rights.map((right) => right.trim().toUpperCase()).filter((right) => right !== '');
  const grantOption = /WITH GRANT OPTION/i.test(line) ? ['GRANT OPTION'] : [];
  const isPublic = / TO PUBLIC\b/i.test(line);
  const object = (match.groups.object ?? '').replaceAll('`', '');
  return { rights: [...named, ...grantOption], object, isPublic, role: null };
}
