import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { checkAddress } from './listen.js';

describe('the address to listen on', () => {
  it('is refused under the name of its variable if this machine does not have it', async () => {
    const { http } = loadConfig({ HOST: '192.0.2.1', ASSAY_API_KEYS: 'hunter2hunter2hunter2' });
    await expect(checkAddress(http)).rejects.toThrow('HOST: 192.0.2.1 is no address of this machine');
  });
});
