import { expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { describeWith } from './installed-program.js';
import { startTestRedis } from './test-redis.js';

describeWith('redis-server', 'startTestRedis', () => {
  it('gives a server that refuses to evict, and takes it away', async () => {
    const redis = await startTestRedis();
    const port = Number(new URL(redis?.url ?? '').port);
    const policy = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('CONFIG GET maxmemory-policy\r\n'));
      socket.once('data', (reply) => (socket.destroy(), resolve(reply.toString())));
      socket.once('error', reject);
    });
    expect(policy).toContain('noeviction');
    await redis?.stop();
    const refused = await new Promise((resolve) => connect(port, '127.0.0.1').once('error', () => resolve(true)));
    expect(refused).toBe(true);
  });
});
