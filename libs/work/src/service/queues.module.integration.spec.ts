import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { TaskJob } from '@assay/contracts';
import { Messaging, type QueueTransport, type QueueWorker } from '../messaging/index.js';
import { createLogger, loadConfig, RuntimeModule } from '@assay/runtime';
import { Door, eventually, startTestPostgres, startTestRedis, type TestPostgres, type TestRedis } from '@assay/testing';
import type { Job } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { MESSAGING, QueuesModule, registerQueues } from './queues.module.js';

@Processor('evaluator')
class EchoProcessor extends WorkerHost<QueueWorker<TaskJob>> implements OnApplicationBootstrap {
  readonly taken: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  work: () => Promise<void> = async () => undefined;

  onApplicationBootstrap(): void {
    this.worker.start(2);
  }

  async process({ data }: Job<TaskJob>): Promise<void> {
    this.taken.push(data.task);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await this.work();
    this.underWay -= 1;
  }
}

@Module({ imports: [registerQueues('evaluator')], providers: [EchoProcessor] })
class EchoModule {}

const config = loadConfig({ PORT: '0' });

describe.each(['redis', 'postgres'] as const)('a @Processor on %s', (kind) => {
  let postgres: TestPostgres;
  let redis: TestRedis | null = null;
  let door: Door;
  let transport: QueueTransport;
  let messaging: Messaging | null = null;
  let app: TestingModule | null = null;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    if (kind === 'redis') redis = await startTestRedis();
    door = new Door(new URL(redis?.url ?? (await postgres.createDatabase())));
    transport = { kind, url: await door.url() };
    if (kind === 'redis' && redis === null) console.warn('redis-server is not installed: its queues are not tested');
  });
  const close = async (): Promise<void> => {
    await app?.close();
    await messaging?.close();
    await door.close();
  };
  afterEach(close);
  afterAll(async () => {
    await redis?.stop();
    await postgres.stop();
  });

  const missing = (): boolean => kind === 'redis' && redis === null;
  const open = async (): Promise<Messaging> =>
    (messaging = await Messaging.open({ transport, onError: () => undefined }));
  const start = async (queues: Messaging): Promise<EchoProcessor> => {
    const logger = createLogger({ service: 'spec', level: 'silent' });
    const builder = Test.createTestingModule({
      imports: [RuntimeModule.forProcess(config, logger), QueuesModule.forProcess(), EchoModule],
    });
    app = await builder.overrideProvider(MESSAGING).useValue(queues).compile();
    await app.init();
    return app.get(EchoProcessor, { strict: false });
  };
  const publish = (queues: Messaging, ...tasks: string[]): Promise<void> =>
    queues.publish(
      'evaluator',
      tasks.map((task) => ({ payload: { task, delivery: 1 } })),
    );

  it('that starts while its backend is unreachable takes its first job within two seconds of its return', async () => {
    if (missing()) return;
    const takesSoon = async (): Promise<boolean> => {
      await door.open();
      const queues = await open();
      await door.close();
      const processor = await start(queues);
      await delay(3000);
      await door.open();
      const openedAt = performance.now();
      await eventually(() => {
        void publish(queues, 'first').catch(() => undefined);
        return processor.taken.length > 0;
      });
      const returnedAt = performance.now();
      // an undisturbed run measures the load
      await publish(queues, 'undisturbed');
      await eventually(() => processor.taken.includes('undisturbed'));
      const isSoon = returnedAt - openedAt < 2000 + 10 * (performance.now() - returnedAt);
      await processor.worker.drain();
      await close();
      return isSoon;
    };
    // load delays one try, a long back-off all
    expect((await takesSoon()) || (await takesSoon()) || (await takesSoon())).toBe(true);
  });

  it('opens its queues once their backend is back, where that went away while the process started', async () => {
    // opening does not query Redis
    if (kind === 'redis') return;
    const own = loadConfig({ PORT: '0', DATABASE_URL: transport.url }, { needsSecretKey: false });
    const imports = [
      RuntimeModule.forProcess(own, createLogger({ service: 'spec', level: 'silent' })),
      QueuesModule.forProcess(),
    ];
    const starting = Test.createTestingModule({ imports }).compile();
    const outcome = starting.then(
      () => 'open',
      (error: unknown) => String(error),
    );
    await delay(1000);
    await door.open();
    expect(await outcome).toBe('open');
    messaging = (await starting).get(MESSAGING, { strict: false });
  });

  it('has as many jobs under way as it was started with, and ends them when it is drained', async () => {
    if (missing()) return;
    await door.open();
    const queues = await open();
    const processor = await start(queues);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    processor.work = () => released;
    await publish(queues, 'a', 'b', 'c', 'd', 'e');
    await eventually(() => processor.underWay === 2);
    expect(
      processor.worker.tryRun(
        async () => undefined,
        () => undefined,
      ),
    ).toBe(false);
    const drained = processor.worker.drain();
    release();
    await drained;
    expect(processor.underWay).toBe(0);
    expect(processor.mostUnderWay).toBe(2);
    expect(processor.taken.length).toBeLessThan(5);
    expect(
      processor.worker.tryRun(
        async () => undefined,
        () => undefined,
      ),
    ).toBe(false);
  });
});
