import type { Dialect } from '@assay/contracts';
import type { ResolvedServer, ServerTarget } from '../connection/connection-target.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { Secret } from '../connection/secret.js';

/** Of `npm run conformance -- <dialect> <url>`; null: none. */
export const GIVEN_DIALECT = process.env['ASSAY_CONFORMANCE_DIALECT'] ?? null;

/** The url of a user who may create databases (Oracle: users) and grant rights; null: of another dialect, or none. */
export function givenUrl(dialect: Dialect): string | null {
  return GIVEN_DIALECT === dialect ? (process.env['ASSAY_CONFORMANCE_URL'] ?? null) : null;
}

export async function resolved(dialect: Dialect, url: string): Promise<ResolvedServer> {
  const target = parseTargetUrl(dialect, url);
  return (await resolveTarget(target, { hosts: null, ownStores: [], sqliteDirs: [] })) as ResolvedServer;
}

/** Fits the rules of servers for passwords; its characters must be escaped in urls and texts of connections. */
export const PASSWORD = 'p@ss/w:rD_1';

export function as(target: ServerTarget, user: string): ServerTarget {
  return { ...target, user, password: new Secret(PASSWORD) };
}
