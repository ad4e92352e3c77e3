import type { Asker, Dialect, Id, Identity } from '@assay/contracts';
import type { GuardOptions } from '@assay/sql';
import { parseTargetUrl } from '@assay/target-database';
import { placesOf } from '@assay/runtime/addresses';
import { LRUCache } from 'lru-cache';

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

const PLACES = new LRUCache<string, string[]>({
  max: 1000,
  ttl: 30_000,
  fetchMethod: (host) => placesOf(host),
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
});

/** `address:port/dialect` of each address, by space; null for files, invalid URLs and unknown hosts. */
export async function serverOf({ dialect, url }: WorkspaceConnection): Promise<string | null> {
  try {
    const target = parseTargetUrl(dialect, url);
    if (target.kind !== 'server') return null;
    const places = (await PLACES.fetch(target.host)) ?? [];
    return places.map((place) => `${place}:${target.port}/${dialect}`).join(' ') || null;
  } catch {
    return null;
  }
}

/** Connections with equal keys may share sessions. */
export function connectionKey({ dialect, url, uploads, guard, asker = null }: WorkspaceConnection): string {
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = guard ?? {};
  return JSON.stringify([dialect, url, uploads, allowFunctions, allowExtensions, allowSystemCatalogs, asker]);
}
