import { freePort, type TestPostgres } from '@assay/testing';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAssay } from './assay-process.js';
import { migrateRecord, modelEnvironment, SILENT } from './world.js';

/** What a suite needs to reach the Assay of its jest worker. */
export interface SharedAssay {
  url: string;
  /** Where its models are expected; each suite serves its own model there. */
  modelPort: number;
  databaseUrl: string;
}

/**
 * The Assay of this jest worker, started on first use. It ends with the worker, however that ends: its channel closes.
 * Every suite file has its own modules, so the next one finds it through a file in the folder of the worker's PostgreSQL.
 */
export async function sharedAssay(postgres: TestPostgres): Promise<SharedAssay> {
  const folder = join(tmpdir(), `assay-test-${process.pid}`);
  const file = join(folder, 'shared-assay.json');
  if (existsSync(file)) {
    const running = JSON.parse(await readFile(file, 'utf8')) as SharedAssay;
    if (await serves(running.url)) return running;
  }
  const databaseUrl = await postgres.lastingDatabase('shared_record', migrateRecord);
  const modelPort = await freePort();
  const env = { ...modelEnvironment({ url: `http://127.0.0.1:${modelPort}/v1` }), DATABASE_URL: databaseUrl };
  const dataDir = await mkdtemp(join(folder, 'assay-'));
  const assay = await startAssay({ env, parameters: SILENT, dataDir, log: join(dataDir, 'output.log') });
  await assay.ready();
  assay.release();
  const started = { url: assay.url, modelPort, databaseUrl };
  await writeFile(file, JSON.stringify(started));
  return started;
}

async function serves(url: string): Promise<boolean> {
  const health = await fetch(`${url}/health/ready`).catch(() => null);
  return health?.ok ?? false;
}
