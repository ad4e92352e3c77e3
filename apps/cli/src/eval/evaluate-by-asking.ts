import type { AssayClient } from '@assay/client';
import {
  answerFromRecord,
  askDataset,
  Journal,
  openDatabases,
  TargetQueryRunner,
  type Answer,
  type AskedQuestion,
} from '@assay/evaluation';
import { configurationOf, type EvalJob } from './eval-job.js';

/** Asks Assay every question, as any caller would, and compares what it answers. */
export async function evaluateByAsking(job: EvalJob, client: AssayClient): Promise<Answer[]> {
  const { dataset, out, dataDir, flags, signal, onProgress } = job;
  const fresh = flags.fresh === true;
  const journal = await Journal.open<AskedQuestion>(out, configurationOf(job), { fresh });
  const opened = await openDatabases(dataset, dataDir);
  const { databases } = opened;
  const runner = new TargetQueryRunner(databases, signal);
  try {
    const asked = await askDataset(
      dataset,
      { client, databases, runner, journal },
      { level: flags.level, settings: flags.set },
      { concurrency: flags.concurrency, signal, onProgress },
    );
    return asked.map(answerFromRecord);
  } finally {
    await runner.close();
    await opened.close();
  }
}
