import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface ProcessIdentity {
  id: Id;
  service: string;
  host: string;
  pid: number;
}

export interface ClosedGate {
  endpoint: string;
  model: string;
  closedForMs: number;
}

/** A task under a claim of this process that the process does not know of. */
export interface ForgottenClaim {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
}

export interface HeartbeatAnswer {
  /** Tasks that are no longer this process's: abort them, write nothing. */
  lost: Id[];
  /** Tasks that are this process's although it does not hold them: give them back. */
  forgotten: ForgottenClaim[];
  gates: ClosedGate[];
  /** No other process has been seen lately: hints need not leave this one. */
  alone: boolean;
}

const statement = { name: 'heartbeat', text: 'select * from assay.beat($1, $2, $3, $4, $5, $6)' };

/** The heartbeat of a process: renews its row, and learns which claims it lost. */
export async function heartbeat(
  database: Queryable,
  process: ProcessIdentity,
  held: readonly { task: Id; claim: Id }[],
): Promise<HeartbeatAnswer> {
  const [row] = await database.query<HeartbeatAnswer>(statement, [
    process.id,
    process.service,
    process.host,
    process.pid,
    held.map((item) => item.task),
    held.map((item) => item.claim),
  ]);
  return {
    lost: row?.lost ?? [],
    forgotten: row?.forgotten ?? [],
    gates: row?.gates ?? [],
    alone: row?.alone ?? false,
  };
}

const stopStatement = {
  name: 'stop_process',
  text: 'update assay.processes set stopped_at = now() where id = any ($1) and stopped_at is null',
};

/** Marks processes as gone: the reconciler takes their tasks back at once instead of waiting for silence. */
export async function stopProcesses(database: Queryable, processes: readonly Id[]): Promise<void> {
  await database.query(stopStatement, [processes]);
}

const onHostStatement = {
  name: 'processes_on_host',
  text: 'select id, pid from assay.processes where stopped_at is null and host = $1 and id <> $2',
};

/** Processes of this host that never shut down in order; the caller knows which of their pids are alive. */
export async function processesOnHost(
  database: Queryable,
  host: string,
  except: Id,
): Promise<{ id: Id; pid: number }[]> {
  return database.query(onHostStatement, [host, except]);
}
