import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { timing } from '@assay/contracts/timing';
import { unrestricted } from '@assay/contracts/requests';
import { claimWebhooks, webhookFailed, webhookSent, type DueWebhook } from '@assay/persistence';
import { QuestionReader } from '@assay/questions';
import {
  guardedLookup,
  InjectConfig,
  InjectLogger,
  placeOf,
  webhookHostPolicy,
  type Config,
  type Logger,
} from '@assay/runtime';
import { HostRefused, resolveHost, type HostPolicy } from '@assay/runtime/addresses';
import { instruments } from '@assay/runtime/telemetry';
import { TaskRuntime } from '@assay/work';
import { Rounds } from './rounds.js';
import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The last is made an hour after the first. */
const MOST_ATTEMPTS = 6;
/** At once, per process. */
const MOST_HOSTS = 10;
const PER_HOST = 10;
const TIMEOUT_MS = 10_000;
const ERROR_CHARACTERS = 300;

const OURSELVES = unrestricted('coordinator');

/** Posts the ends of questions to the urls of `onFinish`. */
@Injectable()
export class WebhookService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly policy: HostPolicy;
  private readonly secret: string | null;
  private readonly rounds: Rounds;
  /** Hosts whose deliveries are under way: a slow one delays no other. */
  private readonly busy = new Set<string>();

  constructor(
    private readonly work: TaskRuntime,
    private readonly reader: QuestionReader,
    @InjectConfig() config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.policy = webhookHostPolicy(config);
    this.secret = config.webhooks.secret;
    this.rounds = new Rounds(
      () => this.deliverDue(),
      logger,
      'webhooks could not be claimed; the next round tries again',
    );
  }

  onApplicationBootstrap(): void {
    if (this.secret === null) return;
    // Prometheus sees no increase from a missing series to 1.
    instruments().webhooks.add(0, { outcome: 'dead' });
    this.rounds.start(timing.replySweep);
  }

  onApplicationShutdown(): void {
    this.rounds.stop();
  }

  private async deliverDue(): Promise<void> {
    const places = MOST_HOSTS - this.busy.size;
    if (places === 0) return;
    const due = await claimWebhooks(this.work.database, places, PER_HOST, timing.webhookLease, [...this.busy]);
    for (const [host, webhooks] of Map.groupBy(due, (webhook) => webhook.host)) void this.deliverTo(host, webhooks);
  }

  private async deliverTo(host: string, webhooks: readonly DueWebhook[]): Promise<void> {
    this.busy.add(host);
    for (const end of await Promise.allSettled(webhooks.map((webhook) => this.deliver(webhook)))) {
      if (end.status === 'fulfilled') continue;
      this.logger.warn({ err: end.reason as unknown, host }, 'a delivery could not be recorded; it is repeated');
    }
    this.busy.delete(host);
    // until none is due
    void this.rounds.run();
  }

  private async deliver({ run, url, attempts, values }: DueWebhook): Promise<void> {
    try {
      await this.post(url, run, JSON.stringify(await this.messageOf(run, values)));
    } catch (err) {
      const isFinal = attempts >= MOST_ATTEMPTS || (err instanceof HostRefused && !err.isUnknown);
      const message = (err instanceof Error ? err.message : String(err)).slice(0, ERROR_CHARACTERS);
      this.logger.warn(
        { run, attempts, reason: message },
        isFinal ? 'a webhook is given up' : 'a webhook was not taken',
      );
      await webhookFailed(this.work.database, run, attempts, message, isFinal, timing.webhookRetry);
      instruments().webhooks.add(1, { outcome: isFinal ? 'dead' : 'retried' });
      return;
    }
    await webhookSent(this.work.database, run);
    instruments().webhooks.add(1, { outcome: 'sent' });
  }

  private async messageOf(run: DueWebhook['run'], values: boolean): Promise<object> {
    const record = await this.reader.recordForQueue(run, OURSELVES);
    const { id, workspace, status, level, case: decided, confidence, error } = record;
    const question = { id, workspace, status, level, case: decided, confidence, error: error?.code ?? null };
    return { type: 'question-finished', question, ...(values && { record }) };
  }

  /** Redirects are not followed. */
  private async post(url: string, id: string, body: string): Promise<void> {
    const place = placeOf(url);
    await resolveHost(place, this.policy);
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-assay-delivery': id,
      'x-assay-signature': `t=${seconds},v1=${this.signatureOf(place.host, `${seconds}.${body}`)}`,
    };
    const options = {
      method: 'POST',
      headers,
      // names may lead elsewhere by now
      lookup: guardedLookup(() => ({ place, policy: this.policy })),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      agent: false,
    };
    const status = await new Promise<number>((resolve, reject) => {
      const post = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
      const sent = post(url, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
    if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`);
  }

  /** By a key of the host's own: one receiver cannot sign for another. */
  private signatureOf(host: string, text: string): string {
    const key = createHmac('sha256', this.secret ?? '')
      .update(host)
      .digest('hex');
    return createHmac('sha256', key).update(text).digest('hex');
  }
}
