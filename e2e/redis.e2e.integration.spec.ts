import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, startTestRedis, type TestRedis } from '@assay/testing';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { GOOD_SQL } from './harness/script.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';

describeWith('redis-server', 'queues on Redis', () => {
  let redis: TestRedis | null;
  let world: OwnWorld;
  beforeAll(async () => {
    redis = await startTestRedis();
    world = await createWorld({ env: { REDIS_URL: redis?.url ?? '' } });
  });
  afterAll(async () => {
    await world?.end();
    await redis?.stop();
  });

  async function command(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(redis?.url ?? '').port), '127.0.0.1', () => socket.write(`${text}\r\n`));
      socket.once('data', (reply) => (socket.destroy(), resolve(reply.toString())));
      socket.once('error', reject);
    });
  }

  it('carry a question to its answer', async () => {
    const { record } = await world.play();
    expect(record).toMatchObject({ status: 'GOLD', case: 'A', result: { sqlList: [{ sql: GOOD_SQL }] } });
    expect(await command('DBSIZE')).not.toBe(':0\r\n');
  });

  it('lose nothing that was accepted when they are flushed in mid-flight', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const asked = await world.ask({ any: (call) => (call.agent === 'evaluator' ? held : undefined) });
    while (!world.cast.callsOf(asked.id, 'evaluator').length) await delay(10);
    const waiting = await world.ask();
    expect(await command('FLUSHALL')).toBe('+OK\r\n');
    release();
    expect((await world.recordOf(asked.id)).status).toBe('GOLD');
    expect((await world.recordOf(waiting.id)).status).toBe('GOLD');
    expect(world.cast.callsOf(asked.id, 'evaluator')).toHaveLength(1);
  });

  it('finish a question after kill -9 and a restart', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<'cut'>((resolve) => (release = () => resolve('cut')));
    let dead = false;
    const asked = await world.ask({ any: (call) => (call.agent === 'evaluator' && !dead ? held : undefined) });
    while (!world.cast.callsOf(asked.id, 'evaluator').length) await delay(10);
    await world.assay.kill();
    dead = true;
    release();
    await world.restart();
    expect((await world.recordOf(asked.id)).status).toBe('GOLD');
  });
});
