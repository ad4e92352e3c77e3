import type { Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { listenToHints, sendHints } from './sql/hints.js';
import type { TaskProcess } from './task-process.js';
import { HINT_GATHER_MS } from './timing.js';

/**
 * `answer`: this task has ended · `events`: this run has new events · `finished`: its last event is there · `lost`: look
 * at your claims on this run now.
 */
export type HintTopic = 'answer' | 'events' | 'finished' | 'lost';

/** NOTIFY payloads end at 8000 bytes. */
const IDS_PER_NOTIFY = 180;

/**
 * Hints between processes, over NOTIFY, sent after the commit they speak of and never instead of it: whoever waits also
 * polls. Inside a process they arrive at once.
 */
export class HintBus {
  private readonly local = new EventEmitter().setMaxListeners(0);
  private readonly outgoing = new Map<HintTopic, Set<Id>>();
  private timer: NodeJS.Timeout | null = null;
  private client: Client | null = null;
  private stopped = false;
  private reconnectTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly process: Pick<TaskProcess, 'id' | 'alone'>,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Listens from now on, or as soon as it can: hints may be missed. */
  async start(): Promise<void> {
    await this.listen().catch((error: unknown) => {
      this.onError(error as Error);
      this.relisten();
    });
  }

  on(topic: HintTopic, listener: (id: Id) => void): () => void {
    this.local.on(topic, listener);
    return () => this.local.off(topic, listener);
  }

  /** Tells everyone; here now, elsewhere (where there is anybody) within a few milliseconds. */
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
    await this.client?.end().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const payloads: string[] = [];
    for (const [topic, ids] of this.outgoing) {
      const all = [...ids];
      for (let at = 0; at < all.length; at += IDS_PER_NOTIFY) {
        payloads.push(`${this.process.id} ${topic} ${all.slice(at, at + IDS_PER_NOTIFY).join(',')}`);
      }
    }
    this.outgoing.clear();
    if (payloads.length === 0) return;
    try {
      await sendHints(this.database, payloads);
    } catch (error) {
      this.onError(error as Error);
    }
  }

  private async listen(): Promise<void> {
    const client = await this.database.dedicatedClient();
    client.on('notification', (notification) => this.receive(notification.payload ?? ''));
    client.on('end', () => this.relisten());
    await listenToHints(client);
    this.client = client;
  }

  private relisten(): void {
    if (this.stopped || this.reconnectTimer) return;
    this.reconnectTimer = setTimeout(() => {
      this.reconnectTimer = null;
      this.listen().catch((error: unknown) => {
        this.onError(error as Error);
        this.relisten();
      });
    }, 500);
  }

  private receive(payload: string): void {
    const [sender, topic, ids] = payload.split(' ');
    if (sender === this.process.id || ids === undefined) return;
    for (const id of ids.split(',')) this.local.emit(topic as HintTopic, id);
  }
}
