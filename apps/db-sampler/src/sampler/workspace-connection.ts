import type { Asker, Dialect, Id, Identity } from '@assay/contracts';
import { hostName } from '@assay/runtime/addresses';
import type { GuardOptions } from '@assay/sql';
import { parseTargetUrl } from '@assay/target-database';

export interface WorkspaceConnection {
  workspace: Id;
  dialect: Dialect;
  url: string;
  uploads?: string;
  /** False withholds values from models. Default true. */
  sendRows?: boolean;
  /** The workspace accepted a superuser. Default false. */
  acceptPrivileged?: boolean;
  /** If set, rows may be read only as the person of `identity`. */
  asker?: Asker | null;
  /** The person who asked; absent: none is known. */
  identity?: Identity | null;
  guard?: Pick<GuardOptions, 'allowFunctions' | 'allowExtensions' | 'allowSystemCatalogs'>;
}

/** `host:port`; null for files and invalid URLs. */
export function serverOf({ dialect, url }: WorkspaceConnection): string | null {
  try {
    const target = parseTargetUrl(dialect, url);
    return target.kind === 'server' ? `${hostName(target.host)}:${target.port}` : null;
  } catch {
    return null;
  }
}

export function connectionKey({ dialect, url, uploads, guard, asker = null }: WorkspaceConnection): string {
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = guard ?? {};
  return JSON.stringify([dialect, url, uploads, allowFunctions, allowExtensions, allowSystemCatalogs, asker]);
}
