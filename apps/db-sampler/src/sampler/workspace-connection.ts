import type { Dialect } from '@assay/contracts';
import type { GuardOptions } from '@assay/sql';

/** What the sampler has to know of a workspace to reach its database. */
export interface WorkspaceConnection {
  /** Id of the workspace: its requests share connections, limits and the circuit breaker. */
  workspace: string;
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

/** What decides whether two connections of a workspace may share sessions. */
export function connectionKey({ dialect, url, uploads, guard }: WorkspaceConnection): string {
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = guard ?? {};
  return JSON.stringify([dialect, url, uploads, allowFunctions, allowExtensions, allowSystemCatalogs]);
}
