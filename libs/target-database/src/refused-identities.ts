import { PermanentError, type Asker, type Identity } from '@assay/contracts';
import { asIdentity } from './as-identity.js';
import type { DatabaseDriver } from './driver.js';
import type { WithSession } from './introspection/examples.js';

/** Why identities of a setting cannot be used, in words; empty if all can. */
export async function refusedIdentities(
  asker: Asker,
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<string[]> {
  const refused: string[] = [];
  for (const identity of driver.asker?.tried(asker) ?? []) {
    const problems = await problemsOf(identity, driver, withSession, signal);
    if (problems.length === 0 && identity.role !== null) {
      const { canWrite, findings } = await withSession(
        (session) => driver.privileges(asIdentity(session, identity, true), signal),
        signal,
      );
      if (canWrite) problems.push(`may do more than read: ${findings.join('; ')}`);
    }
    const whose = identity.role === null ? 'the role' : `the role ${identity.role}`;
    refused.push(...problems.map((problem) => `${whose} ${problem}`));
  }
  return refused;
}

/** Functions that the setting allows and no person may call, in words. */
export async function unfitFunctions(
  { allowFunctions }: Asker,
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<string[]> {
  if (allowFunctions.length === 0) return [];
  const unfit = await withSession(async (session) => (await driver.asker?.unfit(session, signal)) ?? [], signal);
  const allowed = new Set(allowFunctions.map((name) => name.toLowerCase()));
  return unfit.flatMap(({ schema, name, reason }) => {
    const isAllowed = [name, `${schema}.${name}`].some((written) => allowed.has(written.toLowerCase()));
    return isAllowed ? [`the function ${schema}.${name} ${reason}`] : [];
  });
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
