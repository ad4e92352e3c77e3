import {
  AssayError,
  REACHES,
  RequestProblem,
  stepsAfterError,
  type Asker,
  type DatabaseAnswers,
  type Dialect,
  type Id,
  type Privileges,
} from '@assay/contracts';
import { parseTargetUrl, TARGET_FAULTS } from '@assay/target-database';
import type { DatabaseCalls } from '@assay/work';
import { invalidFields } from '@assay/contracts/requests';

/** Timeout of a check, milliseconds: large files are read first. */
const CHECK_TIMEOUT_MS = 120_000;
const INTROSPECT_TIMEOUT_MS = 120_000;
const URL_FIELD = 'database.url';
const ASKER_FIELD = 'settings.asker';

export type TargetFindings = DatabaseAnswers['introspect'];
type Checked = DatabaseAnswers['check'];

/**
 * Role in a url; `file` for files.
 * @throws RequestProblem 422 naming `database.url`, without quoting it
 */
export function roleOfUrl(dialect: Dialect, url: string): string {
  try {
    const target = parseTargetUrl(dialect, url);
    return target.kind === 'server' ? target.user : 'file';
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw invalidFields([{ field: URL_FIELD, message: `is not accepted: ${error.message}` }]);
  }
}

/**
 * Reachable, role, schema.
 * @throws RequestProblem 422 `DATABASE_UNREACHABLE`, `TARGET_HOST_FORBIDDEN`, `TARGET_URL_INVALID`, `ROLE_TOO_POWERFUL`
 * or `ASKER_UNSAFE`
 */
export async function checkTarget(
  calls: DatabaseCalls,
  workspace: Id,
  accepted: Accepted,
  wanted = { profile: true },
): Promise<TargetFindings> {
  try {
    const checked = await check(calls, workspace);
    refusePowerful(checked.privileges, accepted);
    refuseUnsafe(checked);
    refuseReach(checked, accepted);
    return await introspect(calls, workspace, wanted);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Tests the current connection: db-sampler may cache an older one. */
export async function check(calls: DatabaseCalls, workspace: Id, asker?: Asker): Promise<Checked> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const { answer } = await calls.ask<'check'>({ run: null, workspace, signal }, { kind: 'check', asker });
  return answer;
}

/**
 * @throws RequestProblem 422 `ASKER_UNSAFE` for identities that can read past the policies, `ROLE_TOO_POWERFUL` for
 * what their roles reach, or as `checkTarget`
 */
export async function checkAsker(calls: DatabaseCalls, workspace: Id, asker: Asker, accepted: Accepted): Promise<void> {
  try {
    const checked = await check(calls, workspace, asker);
    refuseUnsafe(checked);
    refuseReach(checked, accepted);
  } catch (error) {
    throw refusalOf(error);
  }
}

function refuseUnsafe({ refused = [] }: Checked): void {
  if (refused.length === 0) return;
  throw new RequestProblem(
    422,
    'ASKER_UNSAFE',
    `The setting asker shows each person own rows only if policies bind the role: ${refused.join('; ')}.`,
    { errors: refused.map((message) => ({ field: ASKER_FIELD, message })) },
  );
}

/** Errors of db-sampler pass unchanged. */
export async function introspect(
  calls: DatabaseCalls,
  workspace: Id,
  { profile }: { profile: boolean },
): Promise<TargetFindings> {
  const signal = AbortSignal.timeout(INTROSPECT_TIMEOUT_MS);
  const { answer } = await calls.ask<'introspect'>({ run: null, workspace, signal }, { kind: 'introspect', profile });
  return answer;
}

export interface Accepted {
  /** Whether any rights of the connection's role are accepted. */
  role: boolean;
  /** Accepted functions, extensions, wrappers and servers. */
  reach: readonly string[];
}

function refusePowerful(privileges: Privileges, accepted: Accepted): void {
  if (accepted.role || (!privileges.superuser && !privileges.canWrite)) return;
  const findings = privileges.findings.length > 0 ? `: ${privileges.findings.join('; ')}` : '';
  throw new RequestProblem(
    422,
    'ROLE_TOO_POWERFUL',
    `The role may do more than read${findings}. Use a role that may only read, or accept this role.`,
    {
      errors: [{ field: URL_FIELD, message: 'connects as a role that may do more than read' }],
      nextSteps: stepsAfterError({ code: 'ROLE_TOO_POWERFUL' }),
    },
  );
}

/**
 * Read-only does not bound owner's-rights functions or access to files and servers. An accepted role does not cover
 * roles of the setting `asker`.
 */
function refuseReach({ privileges, roleReach = [] }: Checked, accepted: Accepted): void {
  const own = accepted.role ? [] : (privileges.reach ?? []);
  const left = [
    ...own.map((name) => {
      const reaches = roleReach.filter((one) => one.role === null && one.name === name);
      const words = reaches.length === 0 ? `use ${name}` : reaches.map((one) => one.words).join('; ');
      return { field: URL_FIELD, name, words, message: `${REACHES}${name}` };
    }),
    ...roleReach.flatMap(({ role, name, words }) => {
      if (role === null) return [];
      return [{ field: ASKER_FIELD, name, words: `${words} (${role})`, message: `the role ${role} may ${words}` }];
    }),
  ].filter(({ name }) => !accepted.reach.includes(name));
  if (left.length === 0) return;
  throw new RequestProblem(
    422,
    'ROLE_TOO_POWERFUL',
    `The role reaches beyond its tables: it may ${left.map(({ words }) => words).join('; ')}. ` +
      'Revoke its rights to these, or name each in accept.',
    {
      errors: left.map(({ field, message }) => ({ field, message })),
      nextSteps: stepsAfterError({ code: 'ROLE_TOO_POWERFUL' }),
    },
  );
}

/** Error for the caller, without driver text, which may contain addresses or credentials. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof AssayError ? error.code : isTimeout(error) ? 'TARGET_NO_ANSWER' : null;
  if (code === 'TARGET_URL_INVALID' || code === 'TARGET_HOST_FORBIDDEN') {
    const { message } = error as AssayError;
    return new RequestProblem(422, code, message, {
      errors: [{ field: URL_FIELD, message }],
      nextSteps: stepsAfterError({ code }),
    });
  }
  const reason = reasonOf(error, code);
  if (reason === null) return error;
  return new RequestProblem(422, 'DATABASE_UNREACHABLE', reason, {
    errors: [{ field: URL_FIELD, message: reason }],
    nextSteps: stepsAfterError({ code: 'DATABASE_UNREACHABLE' }),
  });
}

function reasonOf(error: unknown, code: string | null): string | null {
  if (isTimeout(error)) return TARGET_FAULTS.TARGET_NO_ANSWER;
  // its message ends with the driver's
  if (code === 'CATALOG_UNREADABLE') return "the database's catalog cannot be read";
  // fixed reasons of db-sampler
  return code !== null && code in TARGET_FAULTS ? (error as AssayError).message : null;
}

function isTimeout(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'TimeoutError';
}
