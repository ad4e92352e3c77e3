import { prepared } from '@assay/persistence';
import type { Client } from 'pg';

const CHANNEL = 'assay_';

export interface Notice {
  topic: string;
  payload: string;
}

/** Notifies listeners; losing a hint costs only time. */
export const sendHints = prepared<[notices: readonly Notice[]]>(
  {
    name: 'send_hints',
    text: `select pg_notify('${CHANNEL}' || topic, payload) from unnest($1::text[], $2::text[]) as notice (topic, payload)`,
  },
  (notices) => [notices.map(({ topic }) => topic), notices.map(({ payload }) => payload)],
).run;

export async function listenToHints(client: Client, topic: string): Promise<void> {
  await client.query(`listen ${CHANNEL}${topic}`);
}

export async function unlistenToHints(client: Client, topic: string): Promise<void> {
  await client.query(`unlisten ${CHANNEL}${topic}`);
}

export function topicOf(channel: string): string {
  return channel.slice(CHANNEL.length);
}
