import { type Agent } from 'undici';

/** Sockets per endpoint; calls beyond wait for one. */
const CONNECTIONS = 256;
/** Establishing a connection may take this long, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/**
 * The sockets of a client, opened with its first call: undici needs a newer Node than the parser,
 * which this library offers on any.
 */
export class OwnDispatcher {
  private agent: Promise<Agent> | null = null;

  open(): Promise<Agent> {
    this.agent ??= import('undici').then(
      (undici) => new undici.Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT } }),
    );
    return this.agent;
  }

  /** Closes the sockets; calls in flight are finished first. */
  async close(): Promise<void> {
    await (await this.agent)?.close();
  }
}
