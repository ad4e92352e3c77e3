import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { ConfigError } from '../config/config-error.js';
import { loadConfig, type Config, type LoadOptions } from '../config/config.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { awaitRecord } from './await-record.js';
import { requestStop } from './stop-request.js';
import { startService, type ServiceModule, type ServiceOptions } from './start-service.js';

export interface MainContext {
  config: Config;
  logger: Logger;
  exit(code: number): Promise<never>;
}

export interface Stoppable {
  stop(): Promise<void>;
}

/** Time to stop after `stopDelayMs`; then the process exits with an error. */
const STOP_MS = 28_000;
/** Percent; the default grows fourfold: twice the memory for little CPU. */
const HEAP_GROWING_PERCENT = 50;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Ctrl-C arrives from terminal and parents: close signals count as one. */
const ECHO_MS = 500;

export interface MainOptions extends LoadOptions {
  service: string;
  /** If stopped early, it exits with 128 + the signal's number, not 0. */
  endsByItself?: boolean;
}

/**
 * Wrong variables: printed, exit 1. First SIGTERM, SIGINT or SIGHUP: graceful, exit 0 (during the start 128 + its
 * number); second: at once. Uncaught errors: logged, exit 1.
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
  process.stderr.on('error', () => undefined);
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

/** Later signals, except echoes, end the process. */
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

/** Nothing to clean up: the first signal ends it. */
async function interruptible(waiting: Promise<void>): Promise<void> {
  const end = (signal: NodeJS.Signals): never => process.exit(signalCode(signal));
  for (const signal of STOP_SIGNALS) process.on(signal, end);
  try {
    await waiting;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, end);
  }
}

function signalCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

function limitTime(code: number, ms: number, logger: Logger): void {
  setTimeout(() => {
    logger.error('did not stop in time');
    process.exit(code);
  }, ms).unref();
}

/** Waits for Postgres; queues are awaited where used. */
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

/** It was killed: a parent that stops sends a signal first. */
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
