import { ConfigError } from './config-error.js';
import { parseEnvironment } from './parse-environment.js';
import type { ParsedEnvironment } from './variables.js';

/** What one process takes of connections, and of their patience. */
export interface HttpLimits {
  /** Connections at once; further ones are closed at once. Null: any number. */
  connections: number | null;
  /** Connections at once of one client network, `trustedProxies` apart; null: any number. */
  perNetwork: number | null;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed, and who connect for many; empty: none. */
  trustedProxies: string[];
  /** Event streams at once of one API key (of all callers together where there are no keys); null: any number. */
  streams: number | null;
  /** A request has to have arrived whole after this long, milliseconds. */
  requestMs: number;
}

const DEFAULT_CONNECTIONS = 4000;
/** The part of all connections that one client network may hold. */
const SHARE_OF_ONE = 1 / 4;
const DEFAULT_STREAMS = 1000;
const DEFAULT_REQUEST_SECONDS = 30;

/** The limits by the variables of an environment. */
export function httpLimits(values: ParsedEnvironment): HttpLimits {
  const connections = limitOf(values.ASSAY_MAX_CONNECTIONS, DEFAULT_CONNECTIONS);
  return {
    connections,
    perNetwork: connections === null ? null : Math.ceil(connections * SHARE_OF_ONE),
    trustedProxies: values.ASSAY_TRUSTED_PROXIES ?? [],
    streams: limitOf(values.ASSAY_MAX_STREAMS, DEFAULT_STREAMS),
    requestMs: (values.ASSAY_REQUEST_TIMEOUT_SECONDS ?? DEFAULT_REQUEST_SECONDS) * 1000,
  };
}

/**
 * The limits alone, for a server that reads nothing else of the environment.
 * @throws ConfigError naming those of these variables that are wrong
 */
export function loadHttpLimits(environment: NodeJS.ProcessEnv): HttpLimits {
  const { ASSAY_MAX_CONNECTIONS, ASSAY_MAX_STREAMS, ASSAY_REQUEST_TIMEOUT_SECONDS, ASSAY_TRUSTED_PROXIES } =
    environment;
  const own = { ASSAY_MAX_CONNECTIONS, ASSAY_MAX_STREAMS, ASSAY_REQUEST_TIMEOUT_SECONDS, ASSAY_TRUSTED_PROXIES };
  const { values, problems } = parseEnvironment(own);
  if (problems.length > 0) throw new ConfigError(problems);
  return httpLimits(values);
}

/** 0 stands for no limit. */
export function limitOf(value: number | undefined, otherwise: number): number | null {
  const limit = value ?? otherwise;
  return limit === 0 ? null : limit;
}
