import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { HttpLimits } from '../config/http-limits.js';
import { networkOf } from './network-of.js';

/** Proxies must close idle connections first (often after 60 s), or requests are lost. */
const KEEP_ALIVE_MS = 75_000;
/** Slow headers block a connection. */
const HEADERS_MS = 10_000;
const CHECK_EVERY_MS = 1000;

type ConnectionLimits = Omit<HttpLimits, 'streams'>;

/** In total and per network; late requests get 408. Call before `listen`, which reads the interval. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, requestMs } = limits;
  if (connections !== null) server.maxConnections = connections;
  limitNetworks(server, limits);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = requestMs;
  server.headersTimeout = Math.min(HEADERS_MS, requestMs);
  // An option of `createServer`, to which Nest does not pass it; missing in the types.
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
