import type { Queryable } from '@assay/persistence';
import type { Client } from 'pg';

const CHANNEL = 'assay_hints';

const statement = {
  name: 'send_hints',
  text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`,
};

/** Tells every process that listens; what is lost on the way costs time only. */
export async function sendHints(database: Queryable, payloads: readonly string[]): Promise<void> {
  await database.query(statement, [payloads]);
}

/** Begins to listen, on a connection made for it. */
export async function listenToHints(client: Client): Promise<void> {
  await client.query(`listen ${CHANNEL}`);
}
