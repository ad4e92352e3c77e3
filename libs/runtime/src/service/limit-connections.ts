import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { HttpLimits } from '../config/http-limits.js';
import { networkOf } from './network-of.js';

/**
 * Longer than callers and proxies keep idle connections, so that they close first. Otherwise a request could be lost.
 */
const KEEP_ALIVE_MS = 75_000;
/** Headers are small; a slower client only blocks a connection. */
const HEADERS_MS = 10_000;
const CHECK_EVERY_MS = 1000;

type ConnectionLimits = Omit<HttpLimits, 'streams'>;

/**
 * Limits connections in total and per client network, and ends late requests with 408.
 * Call before the server listens, when Node.js reads the check interval.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, requestMs } = limits;
  if (connections !== null) server.maxConnections = connections;
  limitNetworks(server, limits);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = requestMs;
  server.headersTimeout = Math.min(HEADERS_MS, requestMs);
  // A `createServer` option, but Nest calls that; the property is missing from the types.
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = CHECK_EVERY_MS;
}

function limitNetworks(server: Server, { perNetwork, trustedProxies }: ConnectionLimits): void {
  if (perNetwork === null) return;
  const isTrusted = membershipOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const held = open.get(network) ?? 0;
    if (held >= perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, held + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

function membershipOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  // IPv4-mapped IPv6 addresses also match IPv4 ranges.
  return (address) => address !== '' && list.check(address.replace(/%.*$/, ''), familyOf(address));
}
