import {
  answersByClusters,
  answersByVote,
  BehaviourProbe,
  examinePool,
  examineSuite,
  Journal,
  openDatabases,
  readVariants,
  simulate,
  suiteReport,
  TargetQueryRunner,
  type Answer,
  type CandidatePool,
  type ExaminedQuestion,
  type RightTexts,
  type SimulationReport,
  type SuiteReport,
  type SuiteVerdicts,
} from '@assay/evaluation';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { configurationOf, seedsOf, type EvalJob } from './eval-job.js';

export interface PoolEvaluation {
  answers: Answer[];
  suite: SuiteReport | null;
}

export async function evaluateByPool(job: EvalJob, pool: CandidatePool): Promise<PoolEvaluation> {
  const { examined, right } = await examine(job, pool);
  const answers = seedsOf(job.flags).map((_, seed) => answersOf(job, examined, seed).map(({ sql }) => sql));
  return { answers: answersOf(job, examined), suite: right && suiteReport(examined, right, answers) };
}

export async function simulateJudges(job: EvalJob, pool: CandidatePool): Promise<SimulationReport> {
  const { examined, right } = await examine(job, pool);
  const known = right ?? new Map<string, ReadonlySet<string>>();
  return simulate(examined, known, seedsOf(job.flags), job.onSimulated, job.flags.set);
}

/** The candidates' results, and which are correct on the suite; null without variants. */
async function examine(
  job: EvalJob,
  pool: CandidatePool,
): Promise<{ examined: ExaminedQuestion[]; right: RightTexts | null }> {
  const { dataset, out, dataDir, flags, signal, onProgress } = job;
  const fresh = flags.fresh === true;
  const journal = await Journal.open<ExaminedQuestion>(out, configurationOf(job), { fresh });
  const opened = await openDatabases(dataset, dataDir);
  const runner = new TargetQueryRunner(opened.databases, signal);
  const probe = probeOf(job, runner);
  try {
    const options = { concurrency: flags.concurrency, signal, onProgress, probe };
    const examined = await examinePool(dataset, pool, runner, journal, options);
    return { examined, right: await rightOnSuite(job, pool) };
  } finally {
    await probe?.close();
    await runner.close();
    await opened.close();
  }
}

function answersOf({ flags }: EvalJob, examined: readonly ExaminedQuestion[], seed = 0): Answer[] {
  return flags.judge === 'clusters' ? answersByClusters(examined, seed) : answersByVote(examined);
}

/** Generated instances need SQLite. */
function probeOf({ dataset, flags }: EvalJob, runner: TargetQueryRunner): BehaviourProbe | null {
  const seeds = seedsOf(flags);
  const isSqlite = dataset.databases.every(({ dialect }) => dialect === 'sqlite');
  return seeds.length > 0 && isSqlite ? new BehaviourProbe(runner, { seeds }) : null;
}

/** Variants only measure; they never influence the choice. */
async function rightOnSuite(job: EvalJob, pool: CandidatePool): Promise<RightTexts | null> {
  const { dataset, out, flags, signal } = job;
  if (flags.variants === undefined) return null;
  const variants = await readVariants(flags.variants, dataset);
  const content = JSON.stringify([dataset.questions, [...pool], [...variants]]);
  const configuration = { content: createHash('sha256').update(content).digest('hex') };
  const fresh = flags.fresh === true;
  const journal = await Journal.open<SuiteVerdicts>(join(out, 'suite'), configuration, { fresh });
  return examineSuite(dataset, pool, variants, journal, { signal });
}
