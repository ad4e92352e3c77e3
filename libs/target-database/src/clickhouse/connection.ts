import type { ClickHouseClient } from '@clickhouse/client';
import { Agent as PlainAgent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import { failureOf, FORMAT } from './response.js';

/** The session watches the time. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface Asked {
  sql: string;
  parameters: readonly (string | number | null)[];
  settings: Readonly<Record<string, string>>;
  queryId: string;
  signal: AbortSignal;
}

/** Statements over HTTP; the server keeps nothing between them. */
export class ClickHouseLink {
  private constructor(
    private readonly client: ClickHouseClient,
    private readonly agent: PlainAgent,
  ) {}

  static async to(target: ResolvedServer, address: string): Promise<ClickHouseLink> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const encrypted = isEncrypted(target.tls);
    const agent = agentOf(target, address);
    const host = isIPv6(target.host) ? `[${target.host}]` : target.host;
    const client = createClient({
      url: `${encrypted ? 'https' : 'http'}://${host}:${target.port}`,
      username: target.user,
      password: target.password.reveal(),
      database: target.database,
      application: 'assay',
      http_agent: agent,
      request_timeout: NO_TIMEOUT_MS,
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickHouseLink(client, agent);
  }

  /**
   * @returns the rows' bytes, possibly with an exception behind them
   * @throws ServerError
   */
  async ask({ sql, parameters, settings, queryId, signal }: Asked): Promise<Readable> {
    const named = parameters.map((value, index) => [`p${index + 1}`, value] as const);
    const { stream, http_status_code: status } = await this.client.exec({
      query: sql,
      query_params: Object.fromEntries(named),
      clickhouse_settings: { ...settings, default_format: FORMAT },
      query_id: queryId,
      abort_signal: signal,
      ignore_error_response: true,
    });
    stream.on('error', () => undefined);
    // The client stops listening to it at the headers.
    addAbortSignal(signal, stream);
    if (status === 200) return stream;
    try {
      throw await failureOf(stream);
    } finally {
      stream.destroy();
    }
  }

  /** Users may end their own statements. */
  async kill(queryId: string, signal: AbortSignal): Promise<void> {
    const { stream } = await this.client.exec({
      query: `KILL QUERY WHERE query_id = '${queryId}' ASYNC`,
      abort_signal: signal,
      ignore_error_response: true,
    });
    stream.on('error', () => undefined).destroy();
  }

  close(): void {
    this.agent.destroy();
  }
}

/** HTTP ports do not negotiate TLS. */
function isEncrypted(tls: TlsMode): boolean {
  return tls !== 'disable' && tls !== 'prefer';
}

/** Dials the checked address; the host's name is for the certificate. */
export function agentOf(target: ResolvedServer, address: string): PlainAgent {
  const lookup: LookupFunction = (_host, { all }, found) => {
    const family = isIP(address);
    if (all === true) found(null, [{ address, family }]);
    else found(null, address, family);
  };
  const options: AgentOptions = { keepAlive: true, maxSockets: 2, lookup };
  const agent = isEncrypted(target.tls)
    ? new TlsAgent({ ...options, ...verification(target.tls) })
    : new PlainAgent(options);
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => create(...given)?.on('error', () => undefined);
  return agent;
}

function verification(tls: TlsMode): { rejectUnauthorized: boolean; checkServerIdentity?: () => undefined } {
  if (tls === 'verify-full') return { rejectUnauthorized: true };
  return { rejectUnauthorized: tls === 'verify-ca', checkServerIdentity: () => undefined };
}
