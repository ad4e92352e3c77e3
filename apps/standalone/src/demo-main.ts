import { AssayClient, ConnectionProblem } from '@assay/client';
import { runMain, type Config, type Logger, type MainContext, type Stoppable } from '@assay/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureDemoDatabase, ensureDemoWorkspace } from './demo-workspace.js';
import { startDemoModel } from './demo/model/start-demo-model.js';

const API_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 1000;

/**
 * The demo for separate services (docker-compose.yml): a database on `DATABASE_URL` and the scripted model. Creates the
 * workspace through `ASSAY_URL`.
 */
await runMain({ service: 'demo' }, startDemo);

async function startDemo({ config, logger }: MainContext): Promise<Stoppable> {
  const model = await startDemoModel({ host: config.http.host, port: config.http.port });
  logger.info({ url: model.url }, 'the demo model answers the demo questions');
  void prepareWorkspace(config, logger).catch((err: unknown) => {
    logger.fatal({ err }, 'the demo workspace could not be prepared');
    // The container restarts.
    process.exit(1);
  });
  return { stop: () => model.close() };
}

async function prepareWorkspace(config: Config, logger: Logger): Promise<void> {
  const { secretKey, http } = config;
  const databaseUrl = config.databaseUrl;
  if (databaseUrl === null || secretKey === null) throw new Error('DATABASE_URL and ASSAY_SECRET_KEY are not set');
  const url = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:3000';
  const client = new AssayClient({ url, apiKey: http.apiKeys[0] });
  await apiReady(client);
  await ensureDemoWorkspace(client, await ensureDemoDatabase(databaseUrl, secretKey));
  logger.info('the workspace bookshop is ready: npx assay ask --workspace bookshop "…"');
}

async function apiReady(client: AssayClient): Promise<void> {
  const until = Date.now() + API_WITHIN_MS;
  while (!(await isReady(client))) {
    if (Date.now() > until) throw new Error('the API does not become ready');
    await delay(LOOK_EVERY_MS);
  }
}

async function isReady(client: AssayClient): Promise<boolean> {
  try {
    return await client.health.ready();
  } catch (error) {
    if (error instanceof ConnectionProblem) return false;
    throw error;
  }
}
