import { migrate } from '@assay/persistence';
import {
  deriveModelKey,
  resolveSecretKey,
  resolveSecretKeys,
  underVariable,
  type Config,
  type Logger,
} from '@assay/runtime';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@assay/runtime/embedded-postgres';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startDemoModel, type DemoModelServer } from './demo/model/start-demo-model.js';

export interface Infrastructure {
  config: Config;
  /** Superuser URL of the embedded PostgreSQL. */
  serverUrl: string | null;
  secretKey: Buffer;
  /** Null if variables name a model. */
  demoModel: DemoModelServer | null;
  stop(): Promise<void>;
}

/**
 * Starts or adopts what is not configured.
 * @param say shows progress
 */
export async function startInfrastructure(
  given: Config,
  logger: Logger,
  { demo, say }: { demo: boolean; say: (text: string) => void },
): Promise<Infrastructure> {
  await underVariable('ASSAY_DATA_DIR', 'that folder cannot be written', () => prepareFolder(given.dataDir));
  const { server, databaseUrl } = await startPostgres(given, logger, { demo, say });
  const demoModel = given.models.environment.endpoint === null ? await startDemoModel() : null;
  const secretKey = await resolveSecretKey(given);
  const [current, ...others] = await resolveSecretKeys(given);
  given.models.secretKeys ??= [deriveModelKey(current), ...others.map(deriveModelKey)];
  if (demoModel !== null) given.models.serveDemo(demoModel.url);
  const applied = await migrateRecord(given, databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'the record was migrated');
  return {
    config: { ...given, databaseUrl, secretKey },
    serverUrl: server?.url ?? null,
    secretKey,
    demoModel,
    stop: async () => {
      await demoModel?.close();
      await server?.stop();
    },
  };
}

async function startPostgres(
  { databaseUrl, dataDir }: Config,
  logger: Logger,
  { demo, say }: { demo: boolean; say: (text: string) => void },
): Promise<{ server: EmbeddedPostgres | null; databaseUrl: string }> {
  if (databaseUrl !== null && !demo) return { server: null, databaseUrl };
  const folder = join(dataDir, 'postgres');
  say(`Starting PostgreSQL on ${folder} …`);
  const onNotice = (message: string): void => logger.info(message);
  const server = await startEmbeddedPostgres({ dataDir: folder, database: 'assay', onNotice });
  return { server, databaseUrl: databaseUrl ?? server.url };
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await access(folder, constants.W_OK);
}

function migrateRecord({ databaseUrl }: Config, url: string): Promise<string[]> {
  return databaseUrl === null
    ? underVariable('ASSAY_DATA_DIR', 'the PostgreSQL in it cannot be used', () => migrate(url))
    : underVariable('DATABASE_URL', 'that Postgres cannot be used', () => migrate(url));
}
