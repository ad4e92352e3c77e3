import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config.js';
import { resolveSecretKey, resolveSecretKeys } from './secret-key.js';

describe('resolveSecretKey', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secret-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes one key for everybody who starts on the same folder, for its owner alone', async () => {
    const config = loadConfig({ ASSAY_DATA_DIR: join(folder, 'new') });
    const keys = await Promise.all([1, 2, 3].map(() => resolveSecretKey(config)));
    const later = await resolveSecretKey(config);
    expect(new Set([...keys, later].map((key) => key.toString('hex'))).size).toBe(1);
    expect(statSync(join(folder, 'new', 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('prefers the configured key', async () => {
    const config = loadConfig({
      ASSAY_DATA_DIR: join(folder, 'unused'),
      ASSAY_SECRET_KEY: 'a text that was configured',
    });
    expect(await resolveSecretKey(config)).toBe(config.secretKey);
  });

  it('still opens with the key of the folder once one is configured, and with those that are accepted', async () => {
    const dataDir = join(folder, 'rotated');
    const own = await resolveSecretKey(loadConfig({ ASSAY_DATA_DIR: dataDir }));
    const config = loadConfig({
      ASSAY_DATA_DIR: dataDir,
      ASSAY_SECRET_KEY: 'a text that was configured',
      ASSAY_SECRET_KEYS_ACCEPTED: 'a text that was configured, a text of last year',
    });
    const [current, ...others] = await resolveSecretKeys(config);
    expect(current).toBe(config.secretKey);
    expect(others).toHaveLength(3);
    expect(others[2]).toEqual(own);
  });

  it('knows no key of a folder in a service of its own', async () => {
    const config = loadConfig(
      {
        ASSAY_DATA_DIR: join(folder, 'rotated'),
        ASSAY_SECRET_KEY: 'a text that was configured',
        DATABASE_URL: 'postgres://u:p@h/d',
      },
      { service: 'api' },
    );
    expect(await resolveSecretKeys(config)).toEqual([config.secretKey]);
  });
});
