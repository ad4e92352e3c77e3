import { lookup } from 'node:dns/promises';
import { realpath } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type {
  ConnectionTarget,
  ResolvedFile,
  ResolvedServer,
  ResolvedTarget,
  ServerTarget,
  UploadsTarget,
} from './connection-target.js';
import { forbiddenReason, isLoopback } from './forbidden-addresses.js';
import { matchesHostPattern } from './host-pattern.js';
import { parseIp, sharePrefix, type IpAddress } from './ip-address.js';
import { resolveDatabaseFile } from './resolve-database-file.js';
import { unreachableFault } from '../target-faults.js';
import { forbiddenTarget, unreachable } from './target-errors.js';

export interface TargetPolicy {
  /** `ASSAY_TARGET_HOSTS`; null permits all hosts except forbidden ones. */
  hosts: string[] | null;
  /** Assay's own stores as `host:port` or `host:port/database`; always refused. */
  ownStores: string[];
  /** Folders of permitted database files (`ASSAY_FILE_DIRS`). */
  sqliteDirs: string[];
  /** The workspace's upload folder, if any. */
  uploads?: string;
}

export type HostLookup = (host: string) => Promise<string[]>;

const systemLookup: HostLookup = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map((found) => found.address);

/**
 * Resolves and checks once, so later DNS changes have no effect.
 * @throws PermanentError `TARGET_HOST_FORBIDDEN`, or `DATABASE_UNREACHABLE` (unknown name or file)
 * @throws InfrastructureError `DATABASE_UNREACHABLE` if the lookup failed
 */
export async function resolveTarget(
  target: ConnectionTarget,
  policy: TargetPolicy,
  lookupHost: HostLookup = systemLookup,
): Promise<ResolvedTarget> {
  switch (target.kind) {
    case 'file':
      return resolveDatabaseFile(target, policy.sqliteDirs);
    case 'uploads':
      return resolveUploads(target, policy);
    case 'server':
      return resolveServer(target, policy, lookupHost);
  }
}

async function resolveUploads({ dialect }: UploadsTarget, { uploads }: TargetPolicy): Promise<ResolvedFile> {
  if (uploads === undefined) throw unreachable('there are no uploaded files');
  return { kind: 'file', dialect, path: await realpath(uploads), isUploads: true };
}

async function resolveServer(
  target: ServerTarget,
  policy: TargetPolicy,
  lookupHost: HostLookup,
): Promise<ResolvedServer> {
  const found = await lookupAll(target.host, lookupHost);
  const addresses = found.map(parseIp).filter((address) => address !== null);
  const [first, ...others] = found;
  if (first === undefined || addresses.length !== found.length) throw unreachable('the host name is not known');
  for (const address of addresses) {
    const reason = forbiddenReason(address);
    if (reason) throw forbiddenTarget(reason);
  }
  const host = { name: target.host, port: target.port, addresses };
  if (policy.hosts && !policy.hosts.some((pattern) => matchesHostPattern(pattern, host))) {
    throw forbiddenTarget('its host is not among ASSAY_TARGET_HOSTS');
  }
  await refuseOwnStores(target, addresses, policy.ownStores, lookupHost);
  return { ...target, addresses: [first, ...others] };
}

async function refuseOwnStores(
  target: ServerTarget,
  addresses: IpAddress[],
  ownStores: string[],
  lookupHost: HostLookup,
): Promise<void> {
  for (const written of ownStores) {
    const store = parseStore(written);
    if (store.port !== target.port) continue;
    if (store.database !== null && !isSameDatabase(store.database, target.database)) continue;
    const storeAddresses = (await lookupAll(store.host, lookupHost)).map(parseIp).filter((found) => found !== null);
    if (addresses.some((address) => storeAddresses.some((own) => isSamePlace(address, own)))) {
      throw forbiddenTarget("it is one of Assay's own stores");
    }
  }
}

/** PostgreSQL truncates names to this many bytes. */
const NAME_BYTES = 63;

function isSameDatabase(left: string, right: string): boolean {
  const cut = (name: string): string => Buffer.from(name).subarray(0, NAME_BYTES).toString('latin1');
  return cut(left) === cut(right);
}

function parseStore(written: string): { host: string; port: number; database: string | null } {
  const [, bracketed, plain, port, database] = /^(?:\[([^\]]+)\]|([^:/]+)):(\d+)(?:\/(.+))?$/.exec(written) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('an own store has to be written as host:port or host:port/database');
  return { host, port: Number(port), database: database ?? null };
}

function isSamePlace(left: IpAddress, right: IpAddress): boolean {
  return isSame(left, right) || (isThisMachine(left) && isThisMachine(right));
}

function isSame(left: IpAddress, right: IpAddress): boolean {
  return sharePrefix(left, right, 128);
}

function isThisMachine(address: IpAddress): boolean {
  if (isLoopback(address)) return true;
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .some((entry) => {
      const own = parseIp(entry.address);
      return own !== null && isSame(own, address);
    });
}

async function lookupAll(host: string, lookupHost: HostLookup): Promise<string[]> {
  if (parseIp(host)) return [host];
  try {
    return await lookupHost(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Only a negative answer is final; a failed resolver may recover.
    if (code === 'ENOTFOUND' || code === 'ENODATA') throw unreachable('the host name is not known');
    throw unreachableFault(error);
  }
}
