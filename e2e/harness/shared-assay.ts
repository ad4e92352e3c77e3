import { freePort, type TestPostgres } from '@assay/testing';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAssay } from './assay-process.js';
import { migrateRecord, modelEnvironment, SILENT } from './world.js';

/** Access to the jest worker's Assay. */
export interface SharedAssay {
  url: string;
  /** Each suite serves its model there. */
  modelPort: number;
  databaseUrl: string;
}

/**
 * Started on first use, ends with the worker. Found by the next suite file through a file in the worker's PostgreSQL
 * folder.
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
