import { ConfigError } from './config-error.js';
import { parseEnvironment } from './parse-environment.js';
import type { ParsedEnvironment } from './variables.js';

export interface HttpLimits {
  /** Most connections; excess ones are closed. Null: unlimited. */
  connections: number | null;
  /** Most connections per client network, except `trustedProxies`; null: unlimited. */
  perNetwork: number | null;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Event streams per key or person; without keys, in total. Null: unlimited. */
  streams: number | null;
  /** For a whole request to arrive. */
  requestMs: number;
}

const DEFAULT_CONNECTIONS = 4000;
const SHARE_OF_ONE = 1 / 4;
const DEFAULT_STREAMS = 1000;
const DEFAULT_REQUEST_SECONDS = 30;

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

/** @throws ConfigError naming every wrong variable */
export function loadHttpLimits(environment: NodeJS.ProcessEnv): HttpLimits {
  const { ASSAY_MAX_CONNECTIONS, ASSAY_MAX_STREAMS, ASSAY_REQUEST_TIMEOUT_SECONDS, ASSAY_TRUSTED_PROXIES } =
    environment;
  const own = { ASSAY_MAX_CONNECTIONS, ASSAY_MAX_STREAMS, ASSAY_REQUEST_TIMEOUT_SECONDS, ASSAY_TRUSTED_PROXIES };
  const { values, problems } = parseEnvironment(own);
  if (problems.length > 0) throw new ConfigError(problems);
  return httpLimits(values);
}

/** 0 means unlimited. */
export function limitOf(value: number | undefined, otherwise: number): number | null {
  const limit = value ?? otherwise;
  return limit === 0 ? null : limit;
}
