import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { ConfigError } from '../config/config-error.js';
import { loadConfig, type Config, type LoadOptions } from '../config/config.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { awaitRecord } from './await-record.js';
import { requestStop } from './stop-request.js';
import { startService, type ServiceModule, type ServiceOptions } from './start-service.js';

/** What a main program is given. */
export interface MainContext {
  config: Config;
  logger: Logger;
  /** Stops the process in order and ends it with this code. */
  exit(code: number): Promise<never>;
}

/** What a main program leaves running. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Everything must have come to rest this long after the delay of stopping, milliseconds, else the process ends as it is. */
const STOP_MS = 28_000;
/**
 * By how much the heap may grow beyond what lives before it is collected, percent. Left to itself it grows fourfold
 * under load on a large machine: twice the resident memory for a few per cent of processor time.
 */
const HEAP_GROWING_PERCENT = 50;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/**
 * Ctrl-C reaches us from the terminal and once more from each program that started us and passes it on; what follows
 * the first signal this closely, in milliseconds, is the same wish.
 */
const ECHO_MS = 500;

export interface MainOptions extends LoadOptions {
  service: string;
  /** A program with an end of its own has not reached it when a signal ends it, and says so with 128 + n instead of 0. */
  endsByItself?: boolean;
}

/**
 * Owns the process around `main`: a wrong environment, one that names nothing included, is printed by variable (exit
 * 1); the first SIGTERM, SIGINT or SIGHUP stops in order (exit 0; one that comes while everything is still starting
 * waits for that, but not for a Postgres that is away, and gives 128 + n), the second ends at once; an uncaught error
 * is logged and ends with 1; a parent that started us with a channel and dies takes us along.
 */
export async function runMain(options: MainOptions, main: (context: MainContext) => Promise<Stoppable>): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const config = loadOrExplain(options);
  const logger = createLogger({ service: config.service, level: config.log.level, secrets: config.secrets });
  const stopMs = STOP_MS + config.http.stopDelayMs;
  let running: Stoppable | null = null;
  let leaving: Promise<never> | null = null;
  const exit = (code: number): Promise<never> => (leaving ??= leave(() => running, code, stopMs, logger));
  const crash = (err: unknown): void => {
    logger.fatal({ err }, 'an uncaught error');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  endWithParent();

  let started = Promise.resolve();
  let stoppedBy: NodeJS.Signals | null = null;
  onSignals((signal) => {
    stoppedBy = signal;
    requestStop();
    const unfinished = running === null || options.endsByItself === true;
    logger.info({ signal }, 'stopping');
    limitTime(1, stopMs, logger);
    void started.then(() => exit(unfinished ? signalCode(signal) : 0));
  });
  started = main({ config, logger, exit }).then(
    (stoppable) => void (running = stoppable),
    (err: unknown) => {
      if (stoppedBy !== null) process.exit(signalCode(stoppedBy));
      if (err instanceof ConfigError) return explain(err);
      logger.fatal({ err }, err instanceof Error ? err.message : 'could not start');
      process.exit(1);
    },
  );
  await started;
}

/** Calls `first` at the first signal; the second one, echoes aside, ends the process. */
function onSignals(first: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | null = null;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt === null) {
        firstAt = now;
        first(signal);
      } else if (now - firstAt >= ECHO_MS) process.exit(signalCode(signal));
    });
  }
}

/** While it only waits a process has nothing to put in order: the first signal ends it. */
async function interruptible(waiting: Promise<void>): Promise<void> {
  const end = (signal: NodeJS.Signals): never => process.exit(signalCode(signal));
  for (const signal of STOP_SIGNALS) process.on(signal, end);
  try {
    await waiting;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, end);
  }
}

/** The exit code by which shells know what ended a process. */
function signalCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

function limitTime(code: number, ms: number, logger: Logger): void {
  setTimeout(() => {
    logger.error('did not come to rest in time');
    process.exit(code);
  }, ms).unref();
}

/**
 * Runs one service as a process of its own; `module` makes its root from the configuration. Waits for Postgres first;
 * queues that are away are waited for where they are used.
 */
export async function runService(
  service: string,
  module: (config: Config) => ServiceModule | Promise<ServiceModule>,
  options: ServiceOptions & Pick<LoadOptions, 'needsSecretKey'> = {},
): Promise<void> {
  await runMain({ service, needsSecretKey: options.needsSecretKey }, async ({ config, logger }) => {
    if (config.databaseUrl !== null) await interruptible(awaitRecord(config.databaseUrl, logger));
    return startService(await module(config), config, logger, options);
  });
}

function loadOrExplain(load: LoadOptions): Config {
  try {
    return loadConfig(process.env, load);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return explain(error);
  }
}

function explain(error: ConfigError): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** A parent that holds a channel to us and is gone was killed, or it would have said so. */
function endWithParent(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

async function leave(running: () => Stoppable | null, code: number, stopMs: number, logger: Logger): Promise<never> {
  limitTime(code === 0 ? 1 : code, stopMs, logger);
  try {
    await running()?.stop();
  } catch (err) {
    logger.error({ err }, 'an error while stopping');
  }
  logger.info('stopped');
  process.exit(code);
}
