import type { Config } from '@assay/runtime';

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
  'mariadb:': '3306',
  'mysql:': '3306',
};

/**
 * Addresses that workspaces may not use: Assay's own stores as `host:port/database` (Postgres) or `host:port` (Redis),
 * and scratch servers.
 */
export function ownStores({
  databaseUrl,
  directDatabaseUrl,
  replicaUrl,
  queues,
  scratch,
}: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'replicaUrl' | 'queues' | 'scratch'>): string[] {
  const servers = Object.values(scratch).flatMap((url) => (url === null ? [] : [storeOf(url, false)]));
  const records = [databaseUrl, directDatabaseUrl, replicaUrl].flatMap((url) =>
    url === null ? [] : [storeOf(url, true)],
  );
  const stores = [...records, ...servers];
  const redis = queues.kind === 'redis' ? [queues.url, ...queues.others] : [];
  return [...stores, ...redis.map((url) => storeOf(url, false))];
}

function storeOf(text: string, withDatabase: boolean): string {
  const url = new URL(text);
  const server = `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`;
  // Without a database the driver uses the user's name, so the whole server is refused.
  const database = decodeURIComponent(url.pathname.slice(1));
  return withDatabase && database !== '' ? `${server}/${database}` : server;
}
