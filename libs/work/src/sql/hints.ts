import { prepared } from '@assay/persistence';
import type { Client } from 'pg';

const CHANNEL = 'assay_hints';

export const sendHints = prepared<[payloads: readonly string[]]>({
  name: 'send_hints',
  text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`,
}).run;

export async function listenToHints(client: Client): Promise<void> {
  await client.query(`listen ${CHANNEL}`);
}
