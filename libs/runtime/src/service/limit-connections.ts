import type { Server } from 'node:http';
import type { HttpLimits } from '../config/http-limits.js';

/**
 * An idle connection is kept for longer than callers and proxies keep theirs, so that they close it and not we: a request
 * that crosses our closing would be lost.
 */
const KEEP_ALIVE_MS = 75_000;
/** Headers are small: whoever needs longer for them holds a connection and nothing else, milliseconds. */
const HEADERS_MS = 10_000;
/** Connections that overran are looked for this often, milliseconds. */
const CHECK_EVERY_MS = 1000;

/**
 * Bounds what callers hold open: connections in number, requests that have not arrived whole in time (408). Call it
 * before the server listens, which is when Node.js takes the interval of its checks over.
 */
export function limitConnections(server: Server, { connections, requestMs }: Omit<HttpLimits, 'streams'>): void {
  if (connections !== null) server.maxConnections = connections;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = requestMs;
  server.headersTimeout = Math.min(HEADERS_MS, requestMs);
  // an option of createServer, which Nest calls: on the server it is a property that the typings leave out
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = CHECK_EVERY_MS;
}
