import type { Dialect, Id } from '@assay/contracts';
import type { GuardOptions } from '@assay/sql';
import { parseTargetUrl } from '@assay/target-database';

/** What the sampler has to know of a workspace to reach its database. */
export interface WorkspaceConnection {
  /** Id of the workspace: its requests share connections, limits and the circuit breaker. */
  workspace: Id;
  dialect: Dialect;
  /** The connection string, decrypted. */
  url: string;
  /** Folder with the files that were uploaded to the workspace, where it is made of them. */
  uploads?: string;
  /** False keeps examples and looked-up values at home. Default true. */
  sendRows?: boolean;
  /** True where the workspace accepted a superuser by name; otherwise one is refused. Default false. */
  acceptPrivileged?: boolean;
  /** What the workspace allows beyond the guard's own lists. */
  guard?: Pick<GuardOptions, 'allowFunctions' | 'allowExtensions' | 'allowSystemCatalogs'>;
}

/** The server of a workspace's database, as host:port/dialect; null for files, and for a url that is none. */
export function serverOf({ dialect, url }: WorkspaceConnection): string | null {
  try {
    const target = parseTargetUrl(dialect, url);
    return target.kind === 'server' ? `${target.host}:${target.port}/${dialect}` : null;
  } catch {
    return null;
  }
}

/** What decides whether two connections of a workspace may share sessions. */
export function connectionKey({ dialect, url, uploads, guard }: WorkspaceConnection): string {
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = guard ?? {};
  return JSON.stringify([dialect, url, uploads, allowFunctions, allowExtensions, allowSystemCatalogs]);
}
