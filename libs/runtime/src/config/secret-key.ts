import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveSecretKey, type Config } from './config.js';

/**
 * The key that connection strings are encrypted with: the configured one, else (standalone) the one in the data folder,
 * made at the first start and readable by its owner alone.
 */
export async function resolveSecretKey(config: Config): Promise<Buffer> {
  if (config.secretKey !== null) return config.secretKey;
  const file = join(config.dataDir, 'secret.key');
  await mkdir(config.dataDir, { recursive: true, mode: 0o755 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // Linking fails where a key exists, and never shows half a key.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return deriveSecretKey((await readFile(file, 'utf8')).trim());
  } finally {
    await rm(draft, { force: true });
  }
}
