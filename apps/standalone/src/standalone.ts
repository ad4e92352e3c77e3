import { API_NEST_OPTIONS, ApiModule, builtPage, prepareApi } from '@assay/api';
import { AssayClient } from '@assay/client';
import { CoordinatorModule } from '@assay/coordinator';
import {
  checkAddress,
  ConfigError,
  startService,
  type Config,
  type Logger,
  type MainContext,
  type RunningService,
  type Stoppable,
} from '@assay/runtime';
import { AgentsModule, WorkModule } from '@assay/work/service';
import type { StartArguments } from './arguments.js';
import { dataFiles, withData, type DataFiles } from './data/data-files.js';
import { runningInstance, recordServing } from './data/serving.js';
import { DATA_QUESTION, dataScript } from './data/data-script.js';
import { describeData, ensureDataWorkspace } from './data/data-workspace.js';
import { demoExamples } from './demo/demo-questions.js';
import { answersByScript, evaluatesByScript, scriptedExamples } from './demo/scripted-answers.js';
import { ensureDemoDatabase, ensureDemoWorkspace } from './demo-workspace.js';
import { demonstrate, exitCodeOf } from './demonstration.js';
import { startInfrastructure, type Infrastructure } from './infrastructure.js';
import { StandaloneModule } from './standalone.module.js';
import { randomBytes } from 'node:crypto';

const CONNECTIONS = 12;
/** Fail fast: REDIS_URL may be wrong. */
const REDIS_WITHIN_MS = 10_000;

const REQUEST_MS = 300_000;

/** With an identity provider and no keys, the program needs one for its own requests. */
function withOwnKey(config: Config): Config {
  const { apiKeys, oidc } = config.http;
  if (oidc === null || apiKeys.length > 0) return config;
  return { ...config, http: { ...config.http, apiKeys: [randomBytes(32).toString('base64url')] } };
}

export async function startStandalone(context: MainContext, given: StartArguments): Promise<Stoppable> {
  const { logger } = context;
  const data = given.data === null ? null : await dataFiles(given.data, process.env);
  const config = withOwnKey(withData(context.config, data));
  const other = await runningInstance(config.dataDir);
  if (data !== null && other !== null) throw beside(other);
  await checkAddress(config.http);
  const say = given.json ? () => undefined : (text: string) => void process.stderr.write(`${text}\n`);
  const infrastructure = await startInfrastructure(config, logger, { demo: given.demo, say });
  const service = await startServices(infrastructure, data, logger).catch(async (error: unknown) => {
    await infrastructure.stop();
    throw error;
  });
  const clearServing = other === null ? await recordServing(config.dataDir, service.url) : () => Promise.resolve();
  const client = new AssayClient({ url: service.url, apiKey: config.http.apiKeys[0], timeoutMs: REQUEST_MS });
  const { serverUrl, secretKey } = infrastructure;
  await config.models.refresh();
  if (given.demo && serverUrl !== null) await prepareDemo(client, { serverUrl, secretKey }, logger);
  const isReady = data === null || (await prepareData(client, data, infrastructure, { logger, say }));
  say(announcement(service, infrastructure, data));
  const announceServing = (): void =>
    say(`
Assay goes on serving ${service.url} until Ctrl-C.`);
  if (!isReady && given.once) void context.exit(1);
  else if (given.asks && isReady)
    void ask(client, given, data, logger).then((code) => (given.once ? context.exit(code) : announceServing()));
  else say('Ctrl-C ends it.');
  return {
    stop: async () => {
      await clearServing();
      await service.stop();
      await infrastructure.stop();
    },
  };
}

function startServices(
  infrastructure: Infrastructure,
  data: DataFiles | null,
  logger: Logger,
): Promise<RunningService> {
  const { config, demoModel } = infrastructure;
  const scripted =
    demoModel === null
      ? {}
      : {
          canAnswer: answersByScript(infrastructure.serverUrl !== null, data),
          canEvaluate: evaluatesByScript,
          examples: scriptedExamples(data),
          scripted: true,
        };
  const imports = [
    WorkModule.forProcess({ connections: CONNECTIONS, queuesWithinMs: REDIS_WITHIN_MS }),
    AgentsModule.forProcess(),
    ApiModule.register({ examples: demoExamples, ...scripted }),
    CoordinatorModule.register(scripted),
  ];
  return startService({ module: StandaloneModule, imports }, config, logger, {
    http: (app) => prepareApi(app, { page: builtPage() }),
    nest: API_NEST_OPTIONS,
  });
}

/** For another Assay on the same data: its db-sampler might take requests about files that it may not open. */
function beside(url: string): ConfigError {
  const message =
    `the Assay at ${url} works on the same data and may not open these files. End it first, or start this one on data ` +
    'of its own and another port, as in ASSAY_DATA_DIR=.assay-files PORT=3001 npm start -- --data …';
  return new ConfigError([{ variable: '--data', message }]);
}

async function prepareData(
  client: AssayClient,
  data: DataFiles,
  { demoModel }: Infrastructure,
  { logger, say }: { logger: Logger; say: (text: string) => void },
): Promise<boolean> {
  try {
    say(`Reading ${data.path} …`);
    const read = await ensureDataWorkspace(client, data);
    demoModel?.add(dataScript(read.tables));
    say(describeData(data, read));
    return true;
  } catch (err) {
    logger.error({ err }, err instanceof Error ? err.message : 'the files could not be read');
    return false;
  }
}

/** A failed demo must not prevent serving. */
async function prepareDemo(
  client: AssayClient,
  { serverUrl, secretKey }: { serverUrl: string; secretKey: Buffer },
  logger: Logger,
): Promise<void> {
  try {
    await ensureDemoWorkspace(client, await ensureDemoDatabase(serverUrl, secretKey));
  } catch (err) {
    logger.error({ err }, 'the demo workspace could not be prepared');
  }
}

function announcement({ url }: RunningService, { config }: Infrastructure, data: DataFiles | null): string {
  const also = data === null ? '' : `, and of your files "${DATA_QUESTION}",`;
  const answering = data === null ? '' : `Questions are answered by the model at ${config.models.endpoint?.baseUrl}.\n`;
  const model = config.models.isConfigured
    ? answering
    : `No model is configured: the demo questions${also} are answered by a script that ships with Assay, not by a model.\n` +
      `Set up a model at ${url}/models, or by OPENAI_BASE_URL, OPENAI_API_KEY and ASSAY_MODEL_BASIC, to ask your own.\n`;
  return `Assay serves ${url}\n${model}`;
}

async function ask(
  client: AssayClient,
  given: StartArguments,
  data: DataFiles | null,
  logger: Logger,
): Promise<number> {
  try {
    return exitCodeOf(await demonstrate(client, { ...given, workspace: data?.name ?? null }));
  } catch (err) {
    logger.error({ err }, err instanceof Error ? err.message : 'the question could not be asked');
    return 1;
  }
}
