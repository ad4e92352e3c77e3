import {
  answersByClusters,
  answersByVote,
  examinePool,
  Journal,
  openDatabases,
  TargetQueryRunner,
  type Answer,
  type CandidatePool,
  type ExaminedQuestion,
} from '@assay/evaluation';
import { configurationOf, type EvalJob } from './eval-job.js';

/** Decides without a model: executes the pool, and takes what the candidates agree on. */
export async function evaluateByPool(job: EvalJob, pool: CandidatePool): Promise<Answer[]> {
  const { dataset, out, dataDir, flags, signal, onProgress } = job;
  const fresh = flags.fresh === true;
  const journal = await Journal.open<ExaminedQuestion>(out, configurationOf(job), { fresh });
  const opened = await openDatabases(dataset, dataDir);
  const runner = new TargetQueryRunner(opened.databases, signal);
  try {
    const { concurrency } = flags;
    const examined = await examinePool(dataset, pool, runner, journal, { concurrency, signal, onProgress });
    return flags.judge === 'clusters' ? answersByClusters(examined) : answersByVote(examined);
  } finally {
    await runner.close();
    await opened.close();
  }
}
