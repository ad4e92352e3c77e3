import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { HttpLimits } from '../config/http-limits.js';
import { networkOf } from './network-of.js';

/**
 * An idle connection is kept for longer than callers and proxies keep theirs, so that they close it and not we: a request
 * that crosses our closing would be lost.
 */
const KEEP_ALIVE_MS = 75_000;
/** Time for headers, milliseconds. They are small: a client that needs longer only holds a connection. */
const HEADERS_MS = 10_000;
/** Connections that overran are looked for this often, milliseconds. */
const CHECK_EVERY_MS = 1000;

/** What bounds connections and their patience. */
type ConnectionLimits = Omit<HttpLimits, 'streams'>;

/**
 * Bounds what callers hold open: connections in number, of all and of each client network, requests that have not arrived whole in time (408). Call it
 * before the server listens, which is when Node.js takes the interval of its checks over.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, requestMs } = limits;
  if (connections !== null) server.maxConnections = connections;
  limitNetworks(server, limits);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = requestMs;
  server.headersTimeout = Math.min(HEADERS_MS, requestMs);
  // an option of createServer, which Nest calls: on the server it is a property that the typings leave out
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = CHECK_EVERY_MS;
}

/** Closes the connections of a client network beyond its share at once; proxies that are trusted speak for many. */
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

/** Whether an address is among addresses and CIDR ranges. */
function membershipOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  // an IPv4 address that is mapped into IPv6 is checked against the ranges of IPv4, too
  return (address) => address !== '' && list.check(address.replace(/%.*$/, ''), familyOf(address));
}
