import type { OnApplicationShutdown } from '@nestjs/common';
import { ReadReplica } from '@assay/persistence';
import type { Config, Logger } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';

/** Token of the process's replica of the record; null where none is configured. */
export const REPLICA = Symbol('assay.replica');

/** Connections to the replica at most. */
const REPLICA_CONNECTIONS = 8;

/** A replica that is closed with the process. */
class ClosingReplica extends ReadReplica implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** The replica that the configuration names. Nothing is asked of it before it is read from. */
export function openReplica({ database }: TaskRuntime, config: Config, logger: Logger): ReadReplica | null {
  const { replicaUrl, service } = config;
  if (replicaUrl === null) return null;
  return new ClosingReplica(database, {
    url: replicaUrl,
    max: REPLICA_CONNECTIONS,
    applicationName: `assay-${service}-replica`,
    onError: (err) => logger.warn({ err }, 'a connection to the replica broke'),
    onAway: (err) => logger.warn({ err }, 'the replica is passed over: the primary is read instead'),
  });
}
