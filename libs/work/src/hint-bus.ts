import type { Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Database } from '@assay/persistence';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { listenToHints, sendHints } from './sql/hints.js';
import type { TaskProcess } from './task-process.js';
import { HINT_GATHER_MS } from './timing.js';

/**
 * `answer`: task ended · `events`: new events of a run · `finished`: last event is there · `lost`: check your claims on
 * a run.
 */
export type HintTopic = 'answer' | 'events' | 'finished' | 'lost';

/** Null: hints may have been missed; check everything. */
type HintListener = (id: Id | null) => void;

/** Hints between processes by NOTIFY, sent after the commit; receivers also poll. */
export class HintBus {
  private readonly local = new EventEmitter().setMaxListeners(0);
  private readonly outgoing = new Set<string>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private client: Client | null = null;
  private listening: Promise<void> | null = null;

  constructor(
    private readonly database: Pick<Database, 'query' | 'dedicatedClient'>,
    private readonly process: Pick<TaskProcess, 'id' | 'alone'>,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Until `stop`, over all outages. */
  start(): void {
    this.listening = this.listen();
  }

  /** Subscribes; the result unsubscribes. The listener gets null whenever the connection to others was made. */
  on(topic: HintTopic, listener: HintListener): () => void {
    this.local.on(topic, listener);
    return () => void this.local.off(topic, listener);
  }

  /** Locally at once. */
  send(topic: HintTopic, id: Id): void {
    this.local.emit(topic, id);
    if (this.process.alone()) return;
    this.outgoing.add(`${this.process.id} ${topic} ${id}`);
    this.timer ??= setTimeout(() => void this.flush(), HINT_GATHER_MS);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) await this.flush();
    await this.client?.end().catch(() => undefined);
    await this.listening;
  }

  private async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const payloads = [...this.outgoing];
    this.outgoing.clear();
    await sendHints(this.database, payloads).catch((error: unknown) => this.onError(error as Error));
  }

  private async listen(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.listenOnce().catch((error: unknown) => this.onError(error as Error));
      await delay(timing.resubscribe, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended. */
  private async listenOnce(): Promise<void> {
    const client = await this.database.dedicatedClient();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    client.on('end', resolve);
    client.on('notification', ({ payload = '' }) => this.receive(payload));
    this.client = client;
    try {
      if (this.stopping.signal.aborted) return;
      await listenToHints(client);
      for (const topic of this.local.eventNames()) this.local.emit(topic, null);
      await ended;
    } finally {
      this.client = null;
      await client.end().catch(() => undefined);
    }
  }

  private receive(payload: string): void {
    const [sender, topic = '', ids = ''] = payload.split(' ');
    if (sender === this.process.id || this.local.listenerCount(topic) === 0) return;
    // the previous release sends lists
    for (const id of ids.split(',')) this.local.emit(topic, id);
  }
}
