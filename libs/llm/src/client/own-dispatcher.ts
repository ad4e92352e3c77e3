import { type Agent } from 'undici';

/** Further calls wait. */
const CONNECTIONS = 256;
/** In milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Lazy: undici needs a newer Node than the parser. */
export class OwnDispatcher {
  private agent: Promise<Agent> | null = null;

  open(): Promise<Agent> {
    this.agent ??= import('undici').then(
      (undici) => new undici.Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT } }),
    );
    return this.agent;
  }

  /** Closes the sockets after calls in flight. */
  async close(): Promise<void> {
    await (await this.agent)?.close();
  }
}
