import type { Config } from '../config/config.js';
import type { HostPolicy } from './resolve-host.js';

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
  'mariadb:': '3306',
  'mysql:': '3306',
};

/**
 * Addresses that workspaces may not use: Assay's stores as `host:port/database` (Postgres) or `host:port` (Redis), and
 * scratch servers.
 */
export function ownStores({
  databaseUrl,
  queues,
  scratch,
}: Pick<Config, 'databaseUrl' | 'queues' | 'scratch'>): string[] {
  const servers = Object.values(scratch).flatMap((url) => (url === null ? [] : [storeOf(url, false)]));
  const record = databaseUrl === null ? [] : [storeOf(databaseUrl, true)];
  const redis = queues.kind === 'redis' ? [storeOf(queues.url, false)] : [];
  return [...record, ...servers, ...redis];
}

export function modelHostPolicy(config: Config): HostPolicy {
  return { hosts: config.modelHosts, ownStores: ownStores(config), variable: 'ASSAY_MODEL_HOSTS' };
}

/** Where webhooks may go: nowhere unless hosts are named, whose owners do not choose private addresses. */
export function webhookHostPolicy(config: Config): HostPolicy {
  const variable = 'ASSAY_WEBHOOK_HOSTS';
  return { hosts: config.webhooks.hosts, ownStores: ownStores(config), variable, namesArePublic: true };
}

function storeOf(text: string, withDatabase: boolean): string {
  const url = new URL(text);
  const server = `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`;
  // Without a name, the user's database is used: refuse the server.
  const database = decodeURIComponent(url.pathname.slice(1));
  return withDatabase && database !== '' ? `${server}/${database}` : server;
}
