import type { Config } from '@assay/runtime';

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
};

/** Assay's own stores as `host:port/database` (Postgres) and `host:port` (Redis): no workspace may lead there. */
export function ownStores({ databaseUrl, queues }: Config): string[] {
  const stores = databaseUrl === null ? [] : [storeOf(databaseUrl, true)];
  return queues.kind === 'redis' ? [...stores, storeOf(queues.url, false)] : stores;
}

function storeOf(text: string, withDatabase: boolean): string {
  const url = new URL(text);
  const server = `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`;
  // without a database the driver takes the one named like the user: then every database there is refused
  const database = decodeURIComponent(url.pathname.slice(1));
  return withDatabase && database !== '' ? `${server}/${database}` : server;
}
