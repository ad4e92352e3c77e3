import { PermanentError, type Asker, type Identity, type RoleReach } from '@assay/contracts';
import { asIdentity } from './as-identity.js';
import type { DatabaseDriver, UnfitCode } from './driver.js';
import type { WithSession } from './introspection/examples.js';
import type { DatabaseSession } from './session.js';

export interface CheckedIdentities {
  /** Why identities cannot be used, in words; empty if all can. */
  refused: string[];
  /** What roles may use beyond the database. */
  roleReach: RoleReach[];
}

export async function checkIdentities(
  identities: readonly Identity[],
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<CheckedIdentities> {
  const refused: string[] = [];
  const roleReach: RoleReach[] = [];
  for (const identity of identities) {
    const { role } = identity;
    const problems = await problemsOf(identity, driver, withSession, signal);
    if (problems.length === 0 && role !== null) {
      const privileges = (session: DatabaseSession) => driver.privileges(asIdentity(session, identity, true), signal);
      const { canWrite, findings, reaches = [] } = await withSession(privileges, signal);
      if (canWrite) problems.push(`may do more than read: ${findings.join('; ')}`);
      roleReach.push(...reaches.map((reach) => ({ role, ...reach })));
    }
    refused.push(...problems.map((problem) => `${roleInWords(identity)} ${problem}`));
  }
  return { refused, roleReach };
}

export function roleInWords({ role }: Identity): string {
  return role === null ? 'the role' : `the role ${role}`;
}

/** Functions, operators and casts that the setting allows and no person may run, in words. */
export async function unfitAllowed(
  { allowFunctions }: Asker,
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<string[]> {
  if (allowFunctions.length === 0) return [];
  const unfit = await withSession(
    async (session) => (await driver.asker?.unfit(session, await driver.relations(session, signal), signal)) ?? [],
    signal,
  );
  const allowed = new Set(allowFunctions.map((name) => name.toLowerCase()));
  return unfit.flatMap((code) => {
    const names = namesOf(code);
    return names.some((name) => allowed.has(name.toLowerCase())) ? [`the ${code.kind} ${names[0]} ${code.reason}`] : [];
  });
}

/** Under which a setting may allow it, the full one first. */
function namesOf({ kind, schema, name }: UnfitCode): string[] {
  const bare = (type: string): string => type.slice(type.lastIndexOf('.') + 1);
  switch (kind) {
    case 'function':
      return [`${schema}.${name}`, name];
    case 'operator':
      return [`operator(${schema}.${name})`, `operator(${name})`];
    case 'cast':
      return [schema, bare(schema)].flatMap((from) => [name, bare(name)].map((to) => `cast(${from} as ${to})`));
    default:
      return [];
  }
}

/** What lets an identity read past the policies, or that it cannot be taken. */
export function problemsOf(
  identity: Identity,
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<string[]> {
  return withSession(async (session) => {
    try {
      return (await driver.asker?.problems(asIdentity(session, identity, true), signal)) ?? [];
    } catch (error) {
      if (error instanceof PermanentError && error.code === 'ASKER_REFUSED') return ['cannot be taken'];
      throw error;
    }
  }, signal);
}
