import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { renderMetrics } from '../telemetry/index.js';
import { loadConfig } from '../config/config.js';
import { createLogger } from '../logging/logger.js';
import { DrainRegistry } from './drain-registry.js';
import { HealthRegistry } from './health-registry.js';
import { InjectConfig } from './runtime.module.js';
import { startService, type RunningService, type ServiceOptions } from './start-service.js';
import type { Config } from '../config/config.js';

const journal: string[] = [];

@Injectable()
class Worker implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    drain: DrainRegistry,
    health: HealthRegistry,
    @InjectConfig() readonly config: Config,
  ) {
    drain.register('worker', { drain: async (deadline) => this.finish(deadline) });
    health.register('database', () => this.ping());
  }

  ping: () => Promise<void> = async () => undefined;

  finish: (deadline: AbortSignal) => Promise<void> = async () => void journal.push('drained');

  onModuleDestroy(): void {
    journal.push('destroyed');
  }

  onApplicationShutdown(): void {
    journal.push('shut down');
  }
}

@Controller('hello')
class HelloController {
  @Get()
  hello(): string {
    return 'world';
  }
}

@Module({ providers: [Worker], controllers: [HelloController] })
class WorkerModule {}

describe('startService', () => {
  let service: RunningService | null = null;
  afterEach(async () => {
    await service?.stop();
    service = null;
    journal.length = 0;
  });

  async function start(options: ServiceOptions = {}, environment: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    const config = loadConfig({ PORT: '0', ...environment });
    const logger = createLogger({ service: 'spec', level: 'silent' });
    return (service = await startService(WorkerModule, config, logger, options));
  }

  async function ready(url: string): Promise<[number, unknown]> {
    const response = await fetch(`${url}/health/ready`);
    return [response.status, await response.json()];
  }

  it('says that it lives and is ready', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(await ready(url)).toEqual([200, { status: 'ok', checks: { database: 'ok' } }]);
    expect((await fetch(`${url}/other`)).status).toBe(404);
  });

  it('is not ready while a part does not work, and does not say why to unauthenticated callers', async () => {
    const { url, app } = await start();
    app.get(Worker).ping = () => Promise.reject(new Error('postgres://secret@host'));
    expect(await ready(url)).toEqual([503, { status: 'unavailable', checks: { database: 'failing' } }]);
  });

  it('lives while it drains', async () => {
    const { url, app, stop } = await start();
    let live: unknown = null;
    app.get(Worker).finish = async () => void (live = await (await fetch(`${url}/health/live`)).json());
    await stop();
    expect(live).toEqual({ status: 'ok', checks: {} });
  });

  it('serves its metrics, with or without HTTP of its own', async () => {
    const { url } = await start();
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await metrics.text()).toMatch(
      /^# TYPE assay_process_cpu_seconds_total counter\nassay_process_cpu_seconds_total \d/m,
    );
  });

  it('shows them to those alone who have their token, where there is one', async () => {
    const token = 'the-token-of-prometheus';
    const { url } = await start({}, { ASSAY_METRICS_TOKEN: token });
    const statusOf = async (authorization?: string): Promise<number> =>
      (await fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })).status;
    expect(await statusOf()).toBe(401);
    expect(await statusOf(`Bearer ${token.slice(1)}`)).toBe(401);
    expect(await statusOf(`Bearer ${token}`)).toBe(200);
  });

  it('counts requests by route, whatever is in their paths', async () => {
    const { url } = await start({ http: (app) => void app.setGlobalPrefix('v1') });
    await fetch(`${url}/v1/hello`);
    await fetch(`${url}/v1/nothing/${'x'.repeat(20)}`);
    const text = await renderMetrics();
    expect(text).toContain('assay_http_requests_total{method="GET",route="/v1/hello",status="200"} 1');
    expect(text).toContain('assay_http_requests_total{method="GET",route="other",status="404"} 1');
    expect(text).not.toContain('xxxx');
  });

  it('drains before modules are destroyed, and is not ready while draining', async () => {
    const { url, app, stop } = await start();
    let seen: unknown;
    app.get(Worker).finish = async () => {
      seen = (await ready(url))[1];
      journal.push('drained');
    };
    await Promise.all([stop(), stop()]);
    expect(journal).toEqual(['drained', 'destroyed', 'shut down']);
    expect(seen).toEqual({ status: 'unavailable', checks: { database: 'ok', service: 'stopping' } });
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('notifies parts at the drain deadline, and continues', async () => {
    const { app, stop } = await start({ drainMs: 20 });
    app.get(Worker).finish = (deadline) =>
      new Promise((resolve) => {
        deadline.addEventListener('abort', () => {
          journal.push('let go');
          resolve();
        });
      });
    await stop();
    expect(journal).toEqual(['let go', 'destroyed', 'shut down']);
  });

  it('is not held up by a part that fails to drain', async () => {
    const { app, stop } = await start();
    app.get(Worker).finish = () => Promise.reject(new Error('no'));
    await stop();
    expect(journal).toEqual(['destroyed', 'shut down']);
  });

  it('serves routes and health on one port where the service has HTTP', async () => {
    const { url } = await start({ http: (app) => void app.setGlobalPrefix('v1') });
    expect(await (await fetch(`${url}/v1/hello`)).text()).toBe('world');
    expect(await ready(url)).toEqual([200, { status: 'ok', checks: { database: 'ok' } }]);
  });

  it('cleans up when it cannot listen, and names the variable to blame', async () => {
    const { url } = await start();
    const config = loadConfig({ PORT: new URL(url).port });
    const logger = createLogger({ service: 'spec', level: 'silent' });
    await expect(startService(WorkerModule, config, logger)).rejects.toThrow(
      `PORT: ${config.http.port} is taken on 127.0.0.1`,
    );
    expect(journal).toEqual(['destroyed', 'shut down']);
  });
});
