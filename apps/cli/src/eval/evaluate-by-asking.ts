import {
  askDataset,
  Journal,
  openDatabases,
  PoolEndpoint,
  RecordingCalls,
  ReplayedCalls,
  TargetQueryRunner,
  UpstreamCalls,
  type Answer,
  type AskedQuestion,
  type ModelCalls,
} from '@assay/evaluation';
import type { SettingsPatch } from '@assay/contracts';
import { resolve } from 'node:path';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { configurationOf, type EvalJob } from './eval-job.js';
import type { EvalFlags } from './eval-flags.js';

export async function evaluateByAsking(job: EvalJob, context: CliContext): Promise<Answer[]> {
  const { dataset, pool, out, dataDir, flags, signal, onProgress } = job;
  const client = context.client();
  const fresh = flags.fresh === true;
  const journal = await Journal.open<AskedQuestion>(out, configurationOf(job), { fresh });
  const isNew = journal.size < dataset.questions.length;
  const opened = await openDatabases(dataset, dataDir);
  const { databases } = opened;
  const runner = new TargetQueryRunner(databases, signal);
  const calls = await callsOf(job, context);
  const endpoint = needsEndpoint(job)
    ? await PoolEndpoint.start(flags.poolPort, calls, { servesPool: pool !== null })
    : null;
  try {
    const asked = await askDataset(
      dataset,
      { client, databases, runner, journal, pool: pool && endpoint && { candidates: pool, endpoint } },
      { level: flags.level, settings: settingsOf(flags) },
      { concurrency: flags.concurrency, signal, onProgress },
    );
    if (endpoint !== null && calls !== null && isNew) reportCalls(context, endpoint, calls);
    return asked.map(({ answer }) => answer);
  } finally {
    await endpoint?.close();
    await runner.close();
    await opened.close();
  }
}

/** A recorded call matches only a call with the same seed. */
const RECORDED_SEED = 1;

function settingsOf({ record, replay, set }: EvalFlags): SettingsPatch | undefined {
  const isRecorded = record !== undefined || replay !== undefined;
  // Stragglers depend on the clock.
  return isRecorded ? { seed: RECORDED_SEED, stragglers: null, ...set } : set;
}

function needsEndpoint({ pool, flags }: EvalJob): boolean {
  return pool !== null || flags.record !== undefined || flags.replay !== undefined;
}

async function callsOf({ flags }: EvalJob, { terminal: { env } }: CliContext): Promise<ModelCalls | null> {
  const { record, replay, fresh = false } = flags;
  if (replay !== undefined) return ReplayedCalls.from(resolve(replay));
  const baseUrl = env['OPENAI_BASE_URL'];
  if (!baseUrl) {
    if (record !== undefined) throw new CliProblem('--record needs the model to be recorded: set OPENAI_BASE_URL.');
    return null;
  }
  const upstream = new UpstreamCalls({ baseUrl, apiKey: env['OPENAI_API_KEY'] || null });
  return record === undefined ? upstream : RecordingCalls.to(resolve(record), upstream, { fresh });
}

function reportCalls({ terminal }: CliContext, { url, passedOn }: PoolEndpoint, calls: ModelCalls): void {
  if (calls instanceof UpstreamCalls) return;
  if (passedOn === 0) throw new CliProblem(`No call was received: start Assay with OPENAI_BASE_URL=${url}.`);
  const missed = calls instanceof ReplayedCalls ? calls.missed : 0;
  const what =
    calls instanceof ReplayedCalls ? `were replayed, ${missed} of them not in the recording` : 'were recorded';
  terminal.stderr.write(`${passedOn} calls of the model ${what}.\n`);
}
