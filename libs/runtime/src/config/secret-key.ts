import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveSecretKey, type Config } from './config.js';

/** The configured key, or the one in the data folder, generated if missing. */
export async function resolveSecretKey(config: Config): Promise<Buffer> {
  if (config.secretKey !== null) return config.secretKey;
  const file = fileOf(config);
  await mkdir(config.dataDir, { recursive: true, mode: 0o755 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // `link` is atomic and fails if the file exists.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return deriveSecretKey((await readFile(file, 'utf8')).trim());
  } finally {
    await rm(draft, { force: true });
  }
}

/** Current first. Standalone adds the key on disk, with which it may have encrypted before. */
export async function resolveSecretKeys(config: Config): Promise<[Buffer, ...Buffer[]]> {
  const current = await resolveSecretKey(config);
  const others = [...config.acceptedSecretKeys, ...(config.service === 'standalone' ? await keyOnDisk(config) : [])];
  return [current, ...others.filter((key) => !key.equals(current))];
}

async function keyOnDisk(config: Config): Promise<Buffer[]> {
  try {
    return [deriveSecretKey((await readFile(fileOf(config), 'utf8')).trim())];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function fileOf({ dataDir }: Config): string {
  return join(dataDir, 'secret.key');
}
