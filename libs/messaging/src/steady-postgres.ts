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
 * A client whose lost connection never ends the process. BullMQ takes clients out of its pool, and connects the one that
 * listens, before they have error listeners; an error without a listener is thrown. Whoever waits for an answer is
 * told by its rejection, and the pool drops a client that has ended, so there is nothing to do here.
 *
 * Settings that BullMQ sends as the start-up parameter `options` are made by a statement: poolers refuse the parameter.
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
      // the pool ends only clients that it was given
      void this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }

  /** BullMQ takes all listeners away from a client before it ends it. */
  override removeAllListeners(event?: string): this {
    super.removeAllListeners(event);
    if (event === undefined || event === 'error') this.on('error', () => undefined);
    return this;
  }
}

/** The statements for what `-c name=value -c name=value` asks for; values are taken as they stand, quotes included. */
function settingsOf(options: string): string {
  return [...options.matchAll(/-c\s+(\w+)=(\S+)/g)].map(([, name, value]) => `set ${name} = ${value}`).join('; ');
}

/** BullMQ's connection to Postgres, with clients that outlive nothing but do no harm. */
class SteadyPostgresConnection extends PostgresConnection {
  constructor(config: PostgresPoolConfig) {
    super({ ...config, Client: SteadyClient });
    // the class of the listening client cannot be given in the configuration; a test watches that this is where it comes from
    Reflect.set(this, 'pgModule', { Client: SteadyClient, Pool: pg.Pool });
  }
}

/**
 * BullMQ adds several jobs at once through two temporary tables, whose making and dropping costs more than twenty jobs
 * do, and makes every other connection forget what it knew of the catalog. The statement that adds flows writes jobs row
 * by row, all in one commit as well.
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
}

/** As BullMQ's `createPostgresBackend`, on connections whose loss is only reported. */
export const createSteadyPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  const connection = new SteadyPostgresConnection(options.connection as PostgresPoolConfig);
  return new SteadyPostgresBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
