/**
 * Every time constant of liveness, retries and outages, in milliseconds, each with its reason. Processes agree on them:
 * all services of one installation run with the same values.
 */
const REAL_TIME = {
  /** Heartbeat interval of a process. The answer says which tasks it lost. */
  heartbeat: 1000,
  /** A heartbeat later than this was late: the process was frozen, or Postgres was unreachable. */
  lateHeartbeat: 2500,
  /** A process unseen for this long loses its tasks: five missed heartbeats, and well below what a user waits. */
  unseen: 5000,
  /** Postgres ends a transaction that is idle for this long: a frozen process must not hold its locks. */
  idleInTransaction: 1000,
  /** Interval of the reconciler: lost tasks and the outbox. */
  sweep: 1000,
  /** Interval at which awaited answers are read without a hint: hints may be lost. */
  answerPoll: 1000,
  /** Wait before a lost connection for hints is opened again. */
  relisten: 500,
  /** Results are held and written again for this long while Assay's own Postgres is unreachable. */
  recordOutage: 60_000,
  /** Wait between two tries to write them. */
  recordRetry: 200,
  /** Wait of a worker or a producer whose queue backend was unreachable before it tries again. */
  reconnect: 500,
  /** Age at most of what is known of a pause that another process ordered. */
  pauseLook: 2000,
  /**
   * Lock of a job that others have put on a queue and no row knows yet (`questions`): the job of a killed consumer goes
   * to the next one within seconds. Handling one takes milliseconds, and handling it twice does no harm.
   */
  ownLock: 6000,
  /** Interval of the check for such jobs. */
  ownStalled: 2000,
  /** A coordinator holds a job of `questions` for this long while Postgres is unreachable: its sender may not add it again. */
  askOutage: 60_000,
  /** Wait between two tries to handle it. */
  askRetry: 500,
  /** Interval at which replies are sent that a crash or an unreachable queue left unsent. */
  replySweep: 2000,
  /** A turn of a run that takes longer is stuck, and the next one does not wait for it. */
  stuckTurn: 30_000,
  /** An open breaker refuses all calls for this long, then lets one call through. */
  circuitOpen: 1000,
  /** A call of a half-open breaker that has not failed by then has reached the model, which thinks. */
  circuitProbe: 2000,
  /**
   * A task that met an unreachable model and is refused for longer than this fails: longer than an outage that must lose
   * nothing (20 s), shorter than people wait for the message that a model is dead (40 s).
   */
  circuitGiveUp: 30_000,
  /** In an outage that has lasted that long, a task that came later is refused for this long only. */
  circuitLatecomer: 8000,
  /** Failures that lie this far back belong to another outage: longer than any pause between two tries. */
  circuitForget: 15_000,
  /** Refused tasks return within this time after the next try is due, not all at once. */
  circuitSpread: 500,
  /** A crowd returns over a longer time, so that waiting costs the record little: two hundred tasks a second. */
  circuitSpreadPerTask: 5,
  /** Longest such time. */
  circuitLongestSpread: 5000,
} as const;

type TimeConstant = keyof typeof REAL_TIME;

/** Delays before the next attempt of a task that an infrastructure fault stopped; their sum outlasts a 20 s outage. */
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 10_000] as const;

/**
 * What no scale goes below. A busy machine withholds the processor from a healthy process for a second, and constants
 * that judge silence stay above that. Limits that only a hang reaches stay as they are.
 */
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

/** Scales at which all relations between the constants hold. */
export const TIME_SCALES = { least: 0.1, most: 1 } as const;

export type Timing = Readonly<Record<TimeConstant, number>> & { readonly retryDelays: readonly number[] };

/** The constants times `scale`, a number within `TIME_SCALES`. Rounded down, which keeps multiples in order. */
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

/**
 * The constants of this process. Tests of faults run services at another scale by `ASSAY_TIME_SCALE`; the configuration
 * refuses values outside `TIME_SCALES`.
 */
export const timing: Timing = timingAt(Number(process.env['ASSAY_TIME_SCALE'] || 1));

export { retryWhile } from './retry-while.js';
