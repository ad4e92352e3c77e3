import type { Queryable } from '@assay/persistence';
import type { Client } from 'pg';

/** What a topic's channel is called. */
const CHANNEL = 'assay_';

/** One NOTIFY. */
export interface Notice {
  topic: string;
  payload: string;
}

const statement = {
  name: 'send_hints',
  text: `select pg_notify('${CHANNEL}' || topic, payload) from unnest($1::text[], $2::text[]) as notice (topic, payload)`,
};

/** Tells every process that listens to the topic; what is lost on the way costs time only. */
export async function sendHints(database: Queryable, notices: readonly Notice[]): Promise<void> {
  await database.query(statement, [notices.map(({ topic }) => topic), notices.map(({ payload }) => payload)]);
}

/** Begins to listen to a topic, on a connection made for it. */
export async function listenToHints(client: Client, topic: string): Promise<void> {
  await client.query(`listen ${CHANNEL}${topic}`);
}

/** Listens to a topic no more. */
export async function unlistenToHints(client: Client, topic: string): Promise<void> {
  await client.query(`unlisten ${CHANNEL}${topic}`);
}

/** The topic of a notification's channel. */
export function topicOf(channel: string): string {
  return channel.slice(CHANNEL.length);
}
