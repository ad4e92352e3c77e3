import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface DueWebhook {
  run: Id;
  url: string;
  /** Of the url, with its port. */
  host: string;
  attempts: number;
  /** Whether the question has values sent, and the workspace allows them now. */
  values: boolean;
}

/**
 * Claims deliveries of ended runs to `hosts` hosts, except `busy` ones.
 * @param leaseMs longer than a delivery takes: others repeat it then
 */
export const claimWebhooks = prepared<
  [hosts: number, perHost: number, leaseMs: number, busy: readonly string[]],
  DueWebhook
>({
  name: 'claim_webhooks',
  text: `with waiting as (
       select w.run_id, r.workspace_id, split_part(w.url, '/', 3) as host, w.next_at
       from assay.webhooks w join assay.runs r on r.id = w.run_id
       where w.sent_at is null and w.failed_at is null and w.next_at <= now() and r.finished_at is not null
         and split_part(w.url, '/', 3) <> all ($4)
     ), ranked as (
       select *, row_number() over (partition by host order by next_at) as place from waiting
     ), hosts as (
       select host from waiting group by host order by min(next_at) limit $1
     ), due as (
       select w.run_id, ranked.workspace_id
       from ranked join hosts using (host) join assay.webhooks w using (run_id)
       where ranked.place <= $2 and w.next_at <= now() and w.sent_at is null and w.failed_at is null
       for update of w skip locked
     )
     update assay.webhooks w
     set attempts = attempts + 1, next_at = now() + make_interval(secs => $3::double precision / 1000)
     from due join assay.workspaces s on s.id = due.workspace_id join assay.questions q on q.run_id = due.run_id
     where w.run_id = due.run_id
     returning w.run_id as run, w.url, split_part(w.url, '/', 3) as host, w.attempts,
       coalesce(s.settings #>> '{onFinish,values}' = 'true' and s.settings #>> '{onFinish,url}' = w.url, false)
         and coalesce(q.settings #>> '{onFinish,values}' = 'true', false)
         and coalesce(jsonb_typeof(s.settings -> 'asker'), 'null') = 'null' as values`,
}).all;

export const webhookSent = prepared<[run: Id]>({
  name: 'webhook_sent',
  text: 'update assay.webhooks set sent_at = now(), error = null where run_id = $1',
}).run;

/**
 * Of this attempt, unless a later one was claimed. @param retryMs delay before the second; each further is five times it
 */
export const webhookFailed = prepared<[run: Id, attempt: number, error: string, final: boolean, retryMs: number]>({
  name: 'webhook_failed',
  text: `update assay.webhooks
     set error = $3, failed_at = case when $4 then now() end,
         next_at = now() + make_interval(secs => $5::double precision / 1000 * 5 ^ (attempts - 1))
     where run_id = $1 and attempts = $2 and sent_at is null`,
}).run;
