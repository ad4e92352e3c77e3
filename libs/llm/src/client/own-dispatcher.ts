import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';

/** Further calls wait. */
const CONNECTIONS = 256;
/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Lazy: undici needs a newer Node than the parser. */
export class OwnDispatcher {
  private agent: Promise<Agent> | null = null;

  constructor(private readonly lookup?: LookupFunction) {}

  open(): Promise<Agent> {
    const connect = { timeout: CONNECT_TIMEOUT, ...(this.lookup && { lookup: this.lookup }) };
    this.agent ??= import('undici').then((undici) => new undici.Agent({ connections: CONNECTIONS, connect }));
    return this.agent;
  }

  async close(): Promise<void> {
    await (await this.agent)?.close();
  }
}
