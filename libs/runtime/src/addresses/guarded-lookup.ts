import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { resolveHost, type HostLookup, type HostPlace, type HostPolicy } from './resolve-host.js';

export interface GuardedPlace {
  place: HostPlace;
  policy: HostPolicy;
}

/**
 * A socket `lookup` that checks addresses when dialled, because names may lead elsewhere later. Not called for addresses.
 * @param guard returns null: not checked
 * @param lookupHost default: the system's
 */
export function guardedLookup(guard: () => GuardedPlace | null, lookupHost?: HostLookup): LookupFunction {
  return (host, options, callback) => {
    const guarded = guard();
    if (guarded === null) return lookup(host, options, callback);
    resolveHost({ ...guarded.place, host }, guarded.policy, lookupHost).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [{ address, family } = { address: '', family: 0 }] = found;
        if (options.all === true) callback(null, found);
        else callback(null, address, family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
