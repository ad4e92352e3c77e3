import { describe, expect, it } from '@jest/globals';
import { isServerOf, parsePostmaster } from './postmaster.js';

const lines = ['4711', '/data', '1760000000', '54321', '', '127.0.0.1', '  1234567  42', 'ready   '];

describe('parsePostmaster', () => {
  it('reads process, port and state', () => {
    expect(parsePostmaster(lines.join('\n'))).toEqual({ pid: 4711, port: 54321, ready: true });
  });

  it('takes a server that is still starting for not ready', () => {
    expect(parsePostmaster(lines.slice(0, 6).join('\n'))).toEqual({ pid: 4711, port: 54321, ready: false });
    expect(parsePostmaster([...lines.slice(0, 7), 'stopping'].join('\n'))?.ready).toBe(false);
  });

  it('knows the negative id of a standalone back end', () => {
    expect(parsePostmaster('-4711\n/data')?.pid).toBe(4711);
  });

  it.each(['', '\n', 'rubbish'])('makes nothing of %j', (text) => {
    expect(parsePostmaster(text)).toBeNull();
  });
});

describe('isServerOf', () => {
  it('does not take some other living process for the server', async () => {
    expect(await isServerOf(process.pid, '/var/lib/somewhere/pgdata')).toBe(false);
  });
});
