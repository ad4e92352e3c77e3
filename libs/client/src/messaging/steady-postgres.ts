import {
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type PostgresConnectionOptions,
  type PostgresPoolConfig,
} from 'bullmq';
import pg from 'pg';

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A client whose lost connection cannot end the process: BullMQ uses clients before they have error listeners. Failed
 * statements reject anyway.
 * Sends start-up `options` as a statement, because poolers refuse them.
 */
class SteadyClient extends pg.Client {
  private readonly settings: string;

  constructor(config?: pg.ClientConfig) {
    const { options, ...rest } = config ?? {};
    super(rest);
    this.settings = settingsOf(options ?? '');
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<this> | void {
    const connected = this.connectWithSettings();
    if (callback === undefined) return connected;
    connected.then(
      () => (callback as (error: null, client: pg.Client) => void)(null, this),
      callback as (error: Error) => void,
    );
  }

  private async connectWithSettings(): Promise<this> {
    await super.connect();
    try {
      if (this.settings !== '') await this.query(this.settings);
    } catch (error) {
      // the pool ends only clients it received
      void this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }

  /** BullMQ removes all listeners before it ends a client. */
  override removeAllListeners(event?: string): this {
    super.removeAllListeners(event);
    if (event === undefined || event === 'error') this.on('error', () => undefined);
    return this;
  }
}

/** Statements for `-c name=value …`; values are inserted as written, unquoted. */
function settingsOf(options: string): string {
  return [...options.matchAll(/-c\s+(\w+)=(\S+)/g)].map(([, name, value]) => `set ${name} = ${value}`).join('; ');
}

class SteadyPostgresConnection extends PostgresConnection {
  constructor(config: PostgresPoolConfig) {
    super({ ...config, Client: SteadyClient });
    // the listener's class is not configurable; a test checks this access
    Reflect.set(this, 'pgModule', { Client: SteadyClient, Pool: pg.Pool });
  }
}

/**
 * BullMQ adds several jobs through two temporary tables, which costs more than twenty inserts and invalidates catalog
 * caches. Adding as flows inserts row by row in one commit.
 */
class SteadyPostgresBackend extends PostgresQueueBackend {
  override async addJobs(entries: Parameters<PostgresQueueBackend['addJobs']>[0]): Promise<string[]> {
    const { queueName } = this;
    const added = await this.addFlow(
      entries.map(({ job, jobId, parentKeyOpts = {} }) => ({
        jobData: job,
        jobId,
        parentKeyOpts,
        prefix: '',
        queueName,
      })),
    );
    return added.map(([error, id]) => {
      if (error) throw error;
      return String(id);
    });
  }

  /** BullMQ closes the connection of a wait for jobs without ending the wait. */
  override async close(force?: boolean): Promise<void> {
    await this.disconnectBlocking();
    await super.close(force);
  }
}

/** BullMQ's `createPostgresBackend` with connections whose loss is only reported. */
export const createSteadyPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  const connection = new SteadyPostgresConnection(options.connection as PostgresPoolConfig);
  return new SteadyPostgresBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
