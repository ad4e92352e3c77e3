import { API_NEST_OPTIONS, ApiModule, builtPage, prepareApi } from '@assay/api';
import { AssayClient } from '@assay/client';
import { CoordinatorModule } from '@assay/coordinator';
import { MODEL_NOT_CONFIGURED } from '@assay/contracts';
import type { CanAnswer } from '@assay/questions';
import {
  checkAddress,
  startService,
  type Logger,
  type MainContext,
  type RunningService,
  type Stoppable,
} from '@assay/runtime';
import { AgentsModule, WorkModule } from '@assay/service';
import type { StartArguments } from './arguments.js';
import { demoExamples, isDemoQuestion } from './demo/demo-questions.js';
import { DEMO_DATABASE } from './demo/database/demo-database.js';
import { ensureDemoDatabase, ensureDemoWorkspace } from './demo-workspace.js';
import { demonstrate, exitCodeOf } from './demonstration.js';
import { startInfrastructure, type Infrastructure } from './infrastructure.js';
import { StandaloneModule } from './standalone.module.js';

/** Connections of the pool that all services of this process share. */
const CONNECTIONS = 12;
/** Who starts this looks on, and would rather know that REDIS_URL is wrong than wait; milliseconds. */
const REDIS_WITHIN_MS = 10_000;

/** Everything in one process: infrastructure, services, demo; then one question, unless told not to, and on until Ctrl-C. */
export async function startStandalone(context: MainContext, given: StartArguments): Promise<Stoppable> {
  const { config, logger } = context;
  await checkAddress(config.http);
  const say = given.json ? () => undefined : (text: string) => void process.stderr.write(`${text}\n`);
  const infrastructure = await startInfrastructure(config, logger, { demo: given.demo, say });
  const service = await startServices(infrastructure, logger).catch(async (error: unknown) => {
    await infrastructure.stop();
    throw error;
  });
  const client = new AssayClient({ url: service.url, apiKey: config.http.apiKeys[0] });
  const { serverUrl, secretKey } = infrastructure;
  if (given.demo && serverUrl !== null) await prepareDemo(client, { serverUrl, secretKey }, logger);
  say(announcement(service, infrastructure));
  const goOn = (): void =>
    say(`
Assay goes on serving ${service.url} until Ctrl-C.`);
  if (given.asks) void ask(client, given, logger).then((code) => (given.once ? context.exit(code) : goOn()));
  else say('Ctrl-C ends it.');
  return {
    stop: async () => {
      await service.stop();
      await infrastructure.stop();
    },
  };
}

function startServices(infrastructure: Infrastructure, logger: Logger): Promise<RunningService> {
  const { config, scripted } = infrastructure;
  const canAnswer = scripted ? answersDemoQuestions : undefined;
  const imports = [
    WorkModule.forProcess({ connections: CONNECTIONS, queuesWithinMs: REDIS_WITHIN_MS }),
    AgentsModule.forProcess(),
    ApiModule.register({ canAnswer, examples: demoExamples }),
    CoordinatorModule.register({ canAnswer }),
  ];
  return startService({ module: StandaloneModule, imports }, config, logger, {
    http: (app) => prepareApi(app, { page: builtPage() }),
    nest: API_NEST_OPTIONS,
  });
}

/** Without a model, the demo's scripted answers are all there is. */
const answersDemoQuestions: CanAnswer = ({ question, workspace }) =>
  workspace.name === DEMO_DATABASE.name && isDemoQuestion(question) ? true : MODEL_NOT_CONFIGURED;

/** A demo that cannot be had (its host is not among ASSAY_TARGET_HOSTS, say) is no reason not to serve. */
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

function announcement({ url }: RunningService, { scripted }: Infrastructure): string {
  const model = scripted
    ? 'No model is configured: the demo questions are answered by a script that ships with Assay, not by a model.\n' +
      'Set OPENAI_BASE_URL, OPENAI_API_KEY and ASSAY_MODEL_BASIC to ask your own.\n'
    : '';
  return `Assay serves ${url}\n${model}`;
}

/** Asks the question of the start; the exit code that its outcome stands for. */
async function ask(client: AssayClient, given: StartArguments, logger: Logger): Promise<number> {
  try {
    return exitCodeOf(await demonstrate(client, given));
  } catch (err) {
    logger.error({ err }, err instanceof Error ? err.message : 'the question could not be asked');
    return 1;
  }
}
