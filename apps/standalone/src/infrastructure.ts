import type { Agent, Level } from '@assay/contracts';
import { migrate } from '@assay/persistence';
import {
  DEMO_MODELS,
  resolveSecretKey,
  startEmbeddedPostgres,
  underVariable,
  type Config,
  type EmbeddedPostgres,
  type Logger,
} from '@assay/runtime';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startDemoModel, type DemoModelServer } from './demo/model/start-demo-model.js';

/** What standalone brings along: a PostgreSQL, a key, and a model for the demo questions. */
export interface Infrastructure {
  /** The configuration with everything filled in. */
  config: Config;
  /** Holds the demo database, and the record unless DATABASE_URL says otherwise. */
  postgres: EmbeddedPostgres;
  secretKey: Buffer;
  /** The demo's scripted answers, where they stand in for a model; null where there is one. */
  demoModel: DemoModelServer | null;
  stop(): Promise<void>;
}

/** Starts, or adopts, what the configuration does not name. `say` is told what a person should wait for. */
export async function startInfrastructure(
  given: Config,
  logger: Logger,
  say: (text: string) => void,
): Promise<Infrastructure> {
  await underVariable('ASSAY_DATA_DIR', 'nothing can be kept in that folder', () => prepareFolder(given.dataDir));
  say(`Starting PostgreSQL on ${join(given.dataDir, 'postgres')} …`);
  const postgres = await startEmbeddedPostgres({
    dataDir: join(given.dataDir, 'postgres'),
    database: 'assay',
    onNotice: (message) => logger.info(message),
  });
  const demoModel = given.models.endpoint === null ? await startDemoModel() : null;
  const databaseUrl = given.databaseUrl ?? postgres.url;
  const secretKey = await resolveSecretKey(given);
  const models = demoModel === null ? given.models : demoModels(given, demoModel);
  const applied = await migrateRecord(given, databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'the record was migrated');
  return {
    config: { ...given, databaseUrl, secretKey, models },
    postgres,
    secretKey,
    demoModel,
    stop: async () => {
      await demoModel?.close();
      await postgres.stop();
    },
  };
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await access(folder, constants.W_OK);
}

async function migrateRecord({ databaseUrl }: Config, url: string): Promise<string[]> {
  if (databaseUrl === null) return migrate(url);
  return underVariable('DATABASE_URL', 'that Postgres cannot be used', () => migrate(url));
}

function demoModels({ models }: Config, server: DemoModelServer): Config['models'] {
  return {
    ...models,
    endpoint: { baseUrl: server.url, apiKey: null },
    modelFor: (_caller: Agent | 'story-evaluator', level: Level) => ({
      model: DEMO_MODELS[level],
      effort: null,
      price: null,
    }),
  };
}
