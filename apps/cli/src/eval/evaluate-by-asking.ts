import {
  answerFromRecord,
  askDataset,
  Journal,
  openDatabases,
  PoolEndpoint,
  TargetQueryRunner,
  type Answer,
  type AskedQuestion,
} from '@assay/evaluation';
import type { CliContext } from '../cli-context.js';
import { configurationOf, type EvalJob } from './eval-job.js';

/** Asks Assay every question, as any caller would, and compares what it answers. */
export async function evaluateByAsking(job: EvalJob, context: CliContext): Promise<Answer[]> {
  const { dataset, pool, out, dataDir, flags, signal, onProgress } = job;
  const client = context.client();
  const fresh = flags.fresh === true;
  const journal = await Journal.open<AskedQuestion>(out, configurationOf(job), { fresh });
  const opened = await openDatabases(dataset, dataDir);
  const { databases } = opened;
  const runner = new TargetQueryRunner(databases, signal);
  const endpoint = pool === null ? null : await PoolEndpoint.start(flags.poolPort, upstreamOf(context));
  try {
    const asked = await askDataset(
      dataset,
      { client, databases, runner, journal, pool: pool && endpoint && { candidates: pool, endpoint } },
      { level: flags.level, settings: flags.set },
      { concurrency: flags.concurrency, signal, onProgress },
    );
    return asked.map(answerFromRecord);
  } finally {
    await endpoint?.close();
    await runner.close();
    await opened.close();
  }
}

/** The model behind the pool: what judges, tests and compares. */
function upstreamOf({ terminal: { env } }: CliContext): { baseUrl: string; apiKey: string | null } | null {
  const baseUrl = env['OPENAI_BASE_URL'];
  return baseUrl ? { baseUrl, apiKey: env['OPENAI_API_KEY'] || null } : null;
}
