import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { freePort } from './free-port.js';

/** Of 6000: without claims some would collide (birthday problem). */
const DRAWN = 300;

describe('freePort', () => {
  it('never hands a port out twice, though no server listens there', async () => {
    const ports = await Promise.all(Array.from({ length: DRAWN }, freePort));
    expect(new Set(ports).size).toBe(DRAWN);
  });

  it('hands out ports that can be listened on, that no connection is ever given', async () => {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    await new Promise((resolve) => server.close(resolve));
  });
});
