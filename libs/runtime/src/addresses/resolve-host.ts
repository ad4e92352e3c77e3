import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { forbiddenReason, isLoopback, isPrivate } from './forbidden-addresses.js';
import { isBlockOf, matchesHostPattern } from './host-pattern.js';
import { parseIp, sharePrefix, type IpAddress } from './ip-address.js';

export interface HostPolicy {
  /** Patterns; null permits all hosts except forbidden ones. */
  hosts: string[] | null;
  /** The variable that sets `hosts`, for the message. Default: `ASSAY_TARGET_HOSTS`. */
  variable?: string;
  /** Private addresses are permitted only by address or block, not by name. */
  namesArePublic?: boolean;
  /** Assay's own stores as `host:port` or `host:port/database`; always refused. */
  ownStores: string[];
}

export interface HostPlace {
  host: string;
  port: number;
  /** Null: the whole server counts. */
  database: string | null;
}

export type HostLookup = (host: string) => Promise<string[]>;

/** The policy forbids the host, or its name is unknown. The message is a fixed phrase. */
export class HostRefused extends Error {
  constructor(
    reason: string,
    readonly isUnknown = false,
  ) {
    super(reason);
    this.name = 'HostRefused';
  }
}

const systemLookup: HostLookup = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map((found) => found.address);

/**
 * The addresses of a host, all of them permitted.
 * @throws HostRefused if forbidden or unknown (ENOTFOUND); the resolver's error if it failed (EAI_AGAIN)
 */
export async function resolveHost(
  place: HostPlace,
  policy: HostPolicy,
  lookupHost: HostLookup = systemLookup,
): Promise<[string, ...string[]]> {
  const found = await lookupAll(place.host, lookupHost);
  const addresses = found.map(parseIp).filter((address) => address !== null);
  const [first, ...others] = found;
  if (first === undefined || addresses.length !== found.length) throw unknownHost();
  for (const address of addresses) {
    const reason = forbiddenReason(address);
    if (reason) throw new HostRefused(reason);
  }
  const host = { name: place.host, port: place.port, addresses };
  if (policy.hosts && !policy.hosts.some((pattern) => matchesHostPattern(pattern, host))) {
    throw new HostRefused(`its host is not among ${policy.variable ?? 'ASSAY_TARGET_HOSTS'}`);
  }
  if (policy.namesArePublic && addresses.some(isPrivate) && !policy.hosts?.some((one) => isBlockOf(one, addresses))) {
    throw new HostRefused(`its address is private, and no address or block of ${policy.variable} permits it`);
  }
  await refuseOwnStores(place, addresses, policy.ownStores, lookupHost);
  return [first, ...others];
}

async function refuseOwnStores(
  place: HostPlace,
  addresses: IpAddress[],
  ownStores: string[],
  lookupHost: HostLookup,
): Promise<void> {
  for (const written of ownStores) {
    const store = parseStore(written);
    if (store.port !== place.port) continue;
    const hasOtherDatabase =
      store.database !== null && place.database !== null && !isSameDatabase(store.database, place.database);
    if (hasOtherDatabase) continue;
    const storeAddresses = (await lookupAll(store.host, lookupHost)).map(parseIp).filter((found) => found !== null);
    if (addresses.some((address) => storeAddresses.some((own) => isSamePlace(address, own)))) {
      throw new HostRefused("it is one of Assay's own stores");
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

export function hostName(written: string): string {
  const host = written.toLowerCase().replace(/\.$/, '');
  const address = parseIp(host);
  return address && isLoopback(address) ? 'localhost' : host;
}

async function lookupAll(host: string, lookupHost: HostLookup): Promise<string[]> {
  if (parseIp(host)) return [host];
  try {
    return await lookupHost(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Only a negative answer is final; a failed resolver may recover.
    if (code === 'ENOTFOUND' || code === 'ENODATA') throw unknownHost();
    throw error;
  }
}

function unknownHost(): HostRefused {
  return new HostRefused('the host name is not known', true);
}
