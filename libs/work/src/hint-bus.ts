import type { Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Database } from '@assay/persistence';
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { listenToHints, sendHints, topicOf, unlistenToHints, type Notice } from './sql/hints.js';
import type { TaskProcess } from './task-process.js';
import { HINT_GATHER_MS } from './timing.js';

/**
 * `answer`: task ended · `events`: new events of a run · `finished`: last event is there · `lost`: check your claims on
 * a run.
 */
export type HintTopic = 'answer' | 'events' | 'finished' | 'lost';

/** Null: hints may have been missed; check everything. */
type HintListener = (id: Id | null) => void;

/** NOTIFY payloads are limited to 8000 bytes. */
const IDS_PER_NOTIFY = 180;

/**
 * Hints between processes by NOTIFY, sent after the commit; receivers also poll. Local delivery is immediate. Listens
 * only to topics with local subscribers.
 */
export class HintBus {
  private readonly local = new EventEmitter().setMaxListeners(0);
  private readonly outgoing = new Map<HintTopic, Set<Id>>();
  private timer: NodeJS.Timeout | null = null;
  private client: Client | null = null;
  private readonly received = new Set<HintTopic>();
  private started = false;
  private stopped = false;
  private following: Promise<void> | null = null;
  private reconnectTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Pick<Database, 'query' | 'dedicatedClient'>,
    private readonly process: Pick<TaskProcess, 'id' | 'alone'>,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Starts to listen, or retries until it can: hints may be missed. */
  async start(): Promise<void> {
    this.started = true;
    await this.follow();
  }

  /** Subscribes; the result unsubscribes. The listener gets null once hints of other processes arrive. */
  on(topic: HintTopic, listener: HintListener): () => void {
    this.local.on(topic, listener);
    void this.follow();
    return () => {
      this.local.off(topic, listener);
      void this.follow();
    };
  }

  /** Emits locally at once, to other processes within milliseconds. */
  send(topic: HintTopic, id: Id): void {
    this.local.emit(topic, id);
    if (this.process.alone()) return;
    const ids = this.outgoing.get(topic) ?? new Set();
    this.outgoing.set(topic, ids.add(id));
    this.timer ??= setTimeout(() => void this.flush(), HINT_GATHER_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.reconnectTimer) clearTimeout(this.reconnectTimer);
    if (this.timer) await this.flush();
    await this.following;
    await this.client?.end().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const notices: Notice[] = [];
    for (const [topic, ids] of this.outgoing) {
      const all = [...ids];
      for (let at = 0; at < all.length; at += IDS_PER_NOTIFY) {
        notices.push({ topic, payload: `${this.process.id} ${all.slice(at, at + IDS_PER_NOTIFY).join(',')}` });
      }
    }
    this.outgoing.clear();
    if (notices.length === 0) return;
    try {
      await sendHints(this.database, notices);
    } catch (error) {
      this.onError(error as Error);
    }
  }

  private follow(): Promise<void> {
    this.following ??= this.listen()
      .catch((error: unknown) => {
        this.onError(error as Error);
        this.resubscribe();
      })
      .finally(() => {
        this.following = null;
        if (this.nextChange() !== null) void this.follow();
      });
    return this.following;
  }

  private async listen(): Promise<void> {
    for (let change = this.nextChange(); change !== null; change = this.nextChange()) {
      const client = (this.client ??= await this.connect());
      const { topic, isWanted } = change;
      if (isWanted) {
        await listenToHints(client, topic);
        if (this.client !== client) return;
        this.received.add(topic);
        this.local.emit(topic, null);
      } else {
        await unlistenToHints(client, topic);
        this.received.delete(topic);
      }
    }
  }

  private nextChange(): { topic: HintTopic; isWanted: boolean } | null {
    if (!this.started || this.stopped || this.reconnectTimer) return null;
    const wanted = this.local.eventNames() as HintTopic[];
    const missing = wanted.find((topic) => !this.received.has(topic));
    if (missing !== undefined) return { topic: missing, isWanted: true };
    const left = [...this.received].find((topic) => !wanted.includes(topic));
    return left === undefined ? null : { topic: left, isWanted: false };
  }

  private async connect(): Promise<Client> {
    const client = await this.database.dedicatedClient();
    client.on('notification', ({ channel, payload = '' }) => this.receive(topicOf(channel) as HintTopic, payload));
    client.on('end', () => {
      if (this.client !== client) return;
      this.client = null;
      this.received.clear();
      this.resubscribe();
    });
    return client;
  }

  private resubscribe(): void {
    if (this.stopped || this.reconnectTimer) return;
    this.reconnectTimer = setTimeout(() => {
      this.reconnectTimer = null;
      void this.follow();
    }, timing.resubscribe);
  }

  private receive(topic: HintTopic, payload: string): void {
    const [sender, ids] = payload.split(' ');
    if (sender === this.process.id || ids === undefined) return;
    for (const id of ids.split(',')) this.local.emit(topic, id);
  }
}
