/** Milliseconds; equal in all services of an installation. */
const REAL_TIME = {
  /** The response lists lost tasks. */
  heartbeat: 1000,
  /** Later than this: the process was frozen or Postgres unreachable. */
  lateHeartbeat: 2500,
  /** Silence after which a process loses its tasks: five heartbeats, less than a user waits. */
  unseen: 5000,
  /** Postgres ends transactions idle this long: a frozen process must not keep locks. */
  idleInTransaction: 1000,
  sweep: 1000,
  /** Hints may be lost. */
  answerPoll: 1000,
  /** Delay before the hint connection is reopened. */
  resubscribe: 500,
  /** How long results wait for an unreachable record. */
  recordOutage: 60_000,
  recordRetry: 200,
  /** Reconnect delay of workers and producers. */
  reconnect: 500,
  /** Interval of looks for queues that others have paused. */
  pauseLook: 2000,
  /**
   * Lock of external jobs without a row (`questions`): after a kill, the next consumer takes over within seconds.
   * Handling is quick and idempotent.
   */
  ownLock: 6000,
  /** Check interval for such jobs. */
  ownStalled: 2000,
  /** How long a coordinator keeps a job of `questions` while Postgres is unreachable. */
  askOutage: 60_000,
  askRetry: 500,
  /** Interval for replies left unsent and webhooks that are due. */
  replySweep: 2000,
  /** Delay before the second delivery of a webhook; each further one is five times as long. */
  webhookRetry: 5000,
  /** A delivery takes 10 s at most; after this, another process repeats it. */
  webhookLease: 30_000,
  /** A longer turn of a run is stuck; the next does not wait for it. */
  stuckTurn: 30_000,
  /** An open breaker refuses calls this long, then probes. */
  circuitOpen: 1000,
  /** A probe without a failure until this time has reached the model. */
  circuitProbe: 2000,
  /** A task refused for longer fails: above a lossless outage (20 s), below the report of a down model (40 s). */
  circuitGiveUp: 30_000,
  /** Older failures belong to another outage: longer than any retry pause. */
  circuitMemory: 15_000,
  /** Tasks resume within this time after an outage. */
  circuitSpread: 500,
} as const;

type TimeConstant = keyof typeof REAL_TIME;

/** Retry delays after infrastructure faults; their sum exceeds a 20 s outage. */
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 10_000] as const;

/** Minima for any scale: a busy machine can stall a healthy process for a second. */
const LEAST: Readonly<Partial<Record<TimeConstant, number>>> = {
  lateHeartbeat: 1000,
  unseen: 2000,
  idleInTransaction: 1000,
  ownLock: 2000,
  ownStalled: 700,
  recordOutage: REAL_TIME.recordOutage,
  askOutage: REAL_TIME.askOutage,
  stuckTurn: REAL_TIME.stuckTurn,
};

/** Scales within which all relations between constants hold. */
export const TIME_SCALES = { least: 0.1, most: 1 } as const;

export type Timing = Readonly<Record<TimeConstant, number>> & { readonly retryDelays: readonly number[] };

/** The constants times `scale`, within `TIME_SCALES`. Rounded down, which keeps multiples in order. */
export function timingAt(scale: number): Timing {
  const scaled = Object.entries(REAL_TIME).map(([name, ms]) => {
    const least = LEAST[name as TimeConstant] ?? 1;
    return [name, Math.max(Math.floor(ms * scale), least)];
  });
  return {
    ...(Object.fromEntries(scaled) as Record<TimeConstant, number>),
    retryDelays: RETRY_DELAYS.map((ms) => ms * scale),
  };
}

/** Fault tests set `ASSAY_TIME_SCALE`; the configuration checks its range. */
export const timing: Timing = timingAt(Number(process.env['ASSAY_TIME_SCALE'] || 1));

export { retryWhile } from './retry-while.js';
