import {
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type PostgresConnectionOptions,
  type PostgresPoolConfig,
} from 'bullmq';
import pg from 'pg';

/**
 * A client whose lost connection never ends the process. BullMQ takes clients out of its pool, and connects the one that
 * listens, before anybody hears their errors; an error that nobody hears is thrown. Whoever waits for an answer is
 * told by its rejection, and the pool drops a client that has ended, so there is nothing to do here.
 */
class SteadyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** BullMQ takes all listeners away from a client before it ends it. */
  override removeAllListeners(event?: string): this {
    super.removeAllListeners(event);
    if (event === undefined || event === 'error') this.on('error', () => undefined);
    return this;
  }
}

/** BullMQ's connection to Postgres, with clients that outlive nothing but do no harm. */
class SteadyPostgresConnection extends PostgresConnection {
  constructor(config: PostgresPoolConfig) {
    super({ ...config, Client: SteadyClient });
    // the class of the listening client cannot be given in the configuration; a test watches that this is where it comes from
    Reflect.set(this, 'pgModule', { Client: SteadyClient, Pool: pg.Pool });
  }
}

/** As BullMQ's `createPostgresBackend`, on connections whose loss is only reported. */
export const createSteadyPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  const connection = new SteadyPostgresConnection(options.connection as PostgresPoolConfig);
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
