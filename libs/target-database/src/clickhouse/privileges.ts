import type { Privileges } from '@assay/contracts';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';

const LIMITS = { timeoutMs: 10_000, maxRows: 100_000, maxBytes: 64_000_000, isWhole: true };

/** Of the manual's GRANT page; `CREATE TEMPORARY TABLE` ends with the request. */
const READING =
  /^(?:SELECT|SHOW(?! NAMED COLLECTIONS SECRETS)\b.*|CHECK|dictGet|KILL QUERY|CLUSTER|TABLE ENGINE|CREATE (?:ARBITRARY )?TEMPORARY .*|USAGE)$/;

/** What reads and writes files, queues and other servers. */
const SOURCE =
  /^(?:READ|WRITE|SOURCES|FILE|URL|REMOTE|MONGO|REDIS|MYSQL|POSTGRES|SQLITE|ODBC|JDBC|HDFS|S3|HIVE|AZURE|KAFKA|NATS|RABBITMQ|YTSAURUS|ARROW FLIGHT)$/;

const WRITING = /^(?:ALL|INSERT|ALTER|CREATE|DROP|UNDROP|TRUNCATE|OPTIMIZE|BACKUP|RESTORE|MOVE|SYSTEM|ROLE ADMIN)\b/;
const RULING = /^(?:ALL|ACCESS MANAGEMENT|CREATE USER|ROLE ADMIN)$/;

const LOOSE = "the user's profile has readonly 2: statements may change settings";
/** Those that the session could not set. */
const PARTIAL = `select name from system.settings where name like '%overflow_mode%' and value <> 'throw'`;

/** Without FINAL (before 24.3) the rights of roles are not listed. */
export async function readPrivileges(session: DatabaseSession, signal: AbortSignal): Promise<Privileges> {
  const read = async (sql: string): Promise<string[]> =>
    (await session.read({ sql, parameters: [], ...LIMITS }, signal)).map(([grant]) => textOf(grant));
  const merged = read('SHOW GRANTS FINAL').then((all) => all.filter((grant) => rightsOf(grant)[0]?.place !== ''));
  const grants = await merged.catch((error: unknown) => {
    if (error instanceof StatementFailedError) return read('SHOW GRANTS');
    throw error;
  });
  const judged = judgeGrants(grants);
  const [readonly] = await read(`select toString(getSetting('readonly'))`);
  const partial = await read(PARTIAL);
  const loose = partial.map((name) => `the user's profile fixes ${name}: a part of a result may pass for all of it`);
  return { ...judged, findings: [...judged.findings, ...(readonly === '2' ? [LOOSE] : []), ...loose] };
}

export function judgeGrants(grants: readonly string[]): Privileges {
  const beyond = grants.flatMap(rightsOf).filter(({ right }) => !READING.test(right));
  const reach = [...new Set(beyond.filter(({ right }) => SOURCE.test(right)).map(sourceOf))];
  const superuser = beyond.some(({ right, place }) => RULING.test(right) && /^\*(?:\.\*)?$/.test(place));
  return {
    superuser,
    canWrite: superuser || beyond.some(({ right, place }) => place === '' || WRITING.test(right)),
    findings: beyond.map(({ right, place }) =>
      place === '' ? `the rights of the role ${right} are not known` : `the user has ${right} on ${place}`,
    ),
    ...(reach.length > 0 && { reach }),
  };
}

const QUOTED = '`(?:[^`\\\\]|\\\\.)*`';
const GRANT = new RegExp(`^GRANT ((?:${QUOTED}|[^\`])+?)(?: ON ((?:${QUOTED}|[^\\s\`])+))? TO `, 's');
const COLUMNS = new RegExp(`\\((?:${QUOTED}|[^)\`])*\\)`, 'gs');
const LISTED = new RegExp(`(?:${QUOTED}|[^,\`])+`, 'gs');

interface Right {
  right: string;
  /** Empty: `right` is a role. */
  place: string;
}

/** Of `GRANT SELECT(a, b), INSERT ON shop.orders TO reader`; a REVOKE only takes away. */
function rightsOf(grant: string): Right[] {
  const [, list = '', place = ''] = GRANT.exec(grant) ?? [];
  const granted = list.replaceAll(COLUMNS, '').match(LISTED) ?? [];
  const given = / WITH GRANT OPTION$/.test(grant) ? ['GRANT OPTION'] : [];
  return [...granted, ...given].map((right) => ({ right: right.trim(), place }));
}

function sourceOf({ right, place }: Right): string {
  return /^(?:READ|WRITE)$/.test(right) ? place : right;
}
