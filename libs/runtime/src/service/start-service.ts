import type { DynamicModule, INestApplicationContext, NestApplicationOptions, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config/config.js';
import { NestLogger } from '../logging/nest-logger.js';
import type { Logger } from '../logging/logger.js';
import { startTelemetry } from '../telemetry/index.js';
import { setTimeout as delay } from 'node:timers/promises';
import { DrainRegistry } from './drain-registry.js';
import { limitConnections } from './limit-connections.js';
import { healthHandler, listenForHealth, urlOf } from './health-endpoint.js';
import { HttpDrain } from './http-drain.js';
import { observeRequests } from './observe-requests.js';
import { HealthRegistry } from './health-registry.js';
import { listenOn } from './listen.js';
import { RuntimeModule } from './runtime.module.js';

export type ServiceModule = Type | DynamicModule;

export interface ServiceOptions {
  /** Prepares the application before it listens. Absent: only health and metrics are served. */
  http?: (app: NestExpressApplication, config: Config) => void | Promise<void>;
  nest?: NestApplicationOptions;
  /** Ms; below the orchestrator's 30 s. */
  drainMs?: number;
}

export interface RunningService {
  readonly app: INestApplicationContext;
  readonly url: string;
  /** Not ready, delay, drain, destroy. Idempotent. */
  readonly stop: () => Promise<void>;
}

const DRAIN_MS = 20_000;

@Module({})
class ServiceRoot {}

export async function startService(
  module: ServiceModule,
  config: Config,
  logger: Logger,
  options: ServiceOptions = {},
): Promise<RunningService> {
  for (const warning of config.warnings) logger.warn(warning);
  const telemetry = await startTelemetry(config.telemetry, (message) =>
    logger.warn({ message }, 'telemetry has a fault'),
  );
  const root: DynamicModule = { module: ServiceRoot, imports: [RuntimeModule.forProcess(config, logger), module] };
  // By default Nest ends the process before the error is reported.
  const nest = { ...options.nest, logger: new NestLogger(logger), abortOnError: false };
  const starting =
    options.http === undefined ? startWithoutHttp(root, nest, config) : startHttp(root, nest, config, options.http);
  const { app, url, closeHealth } = await starting.catch(async (error: unknown) => {
    await telemetry.stop();
    throw error;
  });
  logger.info({ url }, `${config.service} is up`);
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    const drain = app.get(DrainRegistry);
    drain.announce();
    if (options.http !== undefined) await delay(config.http.stopDelayMs);
    await drain.drainAll(options.drainMs ?? DRAIN_MS, logger);
    await app.close();
    await closeHealth();
    // Last, so that the final spans are sent.
    await telemetry.stop();
  };
  return { app, url, stop: () => (stopping ??= stop()) };
}

interface Started {
  app: INestApplicationContext;
  url: string;
  closeHealth: () => Promise<void>;
}

async function startWithoutHttp(root: DynamicModule, nest: NestApplicationOptions, config: Config): Promise<Started> {
  const app = await NestFactory.createApplicationContext(root, nest);
  try {
    const health = app.get(HealthRegistry);
    const listener = await listenOn(config.http, (port, host) =>
      listenForHealth(health, host, port, config.http.metricsToken),
    );
    return { app, url: listener.url, closeHealth: () => listener.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function startHttp(
  root: DynamicModule,
  nest: NestApplicationOptions,
  config: Config,
  prepare: NonNullable<ServiceOptions['http']>,
): Promise<Started> {
  const app = await NestFactory.create<NestExpressApplication>(root, { forceCloseConnections: true, ...nest });
  try {
    const drain = new HttpDrain(app.get(DrainRegistry), () => app.getHttpServer());
    app.get(DrainRegistry).register('http', drain);
    app.use(drain.middleware);
    app.use(healthHandler(app.get(HealthRegistry)));
    app.use(observeRequests);
    await prepare(app, config);
    const server = app.getHttpServer();
    limitConnections(server, config.http.limits);
    // Permanent: a failed accept must not end the process.
    server.on('error', () => undefined);
    await listenOn(config.http, (port, host) => app.listen(port, host));
    return { app, url: urlOf(app.getHttpServer(), config.http.host), closeHealth: async () => undefined };
  } catch (error) {
    await app.close();
    throw error;
  }
}
