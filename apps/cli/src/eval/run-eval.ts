import {
  buildReport,
  decideRecorded,
  headlines,
  heldOutPredictions,
  readDataset,
  readPool,
  readRecorded,
  RECORDS,
  recordedLines,
  recordedReport,
  formatCalibration,
  formatErrors,
  formatRate,
  simulationLines,
  suiteLines,
  writeReport,
  writeSimulation,
  type CandidatePool,
  type Dataset,
  type Report,
} from '@assay/evaluation';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { EXIT_FAILED, EXIT_OK } from '../exit-codes.js';
import { Interrupted } from '../interrupted.js';
import type { EvalFlags } from './eval-flags.js';
import type { EvalJob } from './eval-job.js';
import { EvalProgress } from './eval-progress.js';
import { evaluateByAsking } from './evaluate-by-asking.js';
import { evaluateByPool, simulateJudges } from './evaluate-by-pool.js';

/** Exits with 2 below `--min-ex`. */
export async function runEval(context: CliContext, folder: string, flags: EvalFlags): Promise<void> {
  checkRecording(flags);
  if (flags.judge === 'recorded') return runRecorded(context, folder, flags);
  const dataset = restrict(await readDataset(folder), flags);
  const pool = await poolOf(dataset, flags);
  const out = resolve(flags.out ?? join('.assay', 'eval', `${dataset.name}-${flags.judge}`));
  const dataDir = resolve(context.terminal.env['ASSAY_DATA_DIR'] || '.assay');
  const stopped = new AbortController();
  const release = context.terminal.onInterrupt(() => {
    stopped.abort(new Interrupted(`stopped; the same command continues`));
  });
  const progress = new EvalProgress(context.terminal.stderr, context.terminal.env);
  const onProgress = (done: number, total: number): void => progress.show(done, total);
  try {
    const onSimulated = (done: number, total: number): void => {
      context.terminal.stderr.write(`${done} of ${total} simulated judges\n`);
    };
    const job = { folder, dataset, pool, out, dataDir, flags, signal: stopped.signal, onProgress, onSimulated };
    if (flags.judge === 'simulated') return await runSimulation(context, job);
    const report = await evaluate(context, job);
    progress.end();
    const paths = await writeReport(report, out);
    context.print([...summary(report), '', ...paths]);
    context.exitCode = gate(context, report, flags.minEx);
  } finally {
    progress.end();
    release();
  }
}

function checkRecording({ record, replay, judge }: EvalFlags): void {
  if (record !== undefined && replay !== undefined) throw new CliProblem('--record and --replay exclude each other.');
  if ((record ?? replay) !== undefined && judge !== 'model') {
    throw new CliProblem('--record and --replay are about calls of a model: they need --judge model.');
  }
}

async function runRecorded(context: CliContext, folder: string, { set }: EvalFlags): Promise<void> {
  if (!existsSync(join(folder, RECORDS))) throw new CliProblem(`There is no ${RECORDS} in ${folder}.`);
  const questions = await readRecorded(folder);
  context.print(recordedLines(recordedReport(questions.map((question) => decideRecorded(question, set)))));
}

async function runSimulation(context: CliContext, job: EvalJob): Promise<void> {
  if (job.pool === null || job.flags.variants === undefined) {
    throw new CliProblem('--judge simulated needs --candidates and --variants: they say what is right.');
  }
  const report = await simulateJudges(job, job.pool);
  context.print([...simulationLines(report), '', ...(await writeSimulation(report, job.out))]);
}

async function evaluate(context: CliContext, job: EvalJob): Promise<Report> {
  const { folder, dataset, pool, flags } = job;
  const isAsked = flags.judge === 'model' || pool === null;
  if (isAsked && flags.variants !== undefined) {
    throw new CliProblem(
      '--variants measures the candidates of a pool: it needs --candidates and another --judge than model.',
    );
  }
  const { answers, suite } = isAsked
    ? { answers: await evaluateByAsking(job, context), suite: null }
    : await evaluateByPool(job, pool);
  const systems = pool === null ? null : systemsOf(pool);
  const subject = {
    dataset: dataset.name,
    judge: flags.judge,
    systems,
    finishedAt: new Date().toISOString(),
    command: commandOf(folder, flags),
    heldOut: isAsked ? null : heldOutPredictions(answers),
    suite,
  };
  return buildReport(subject, answers);
}

function systemsOf(pool: CandidatePool): string[] {
  return [...new Set([...pool.values()].flatMap((candidates) => candidates.map(({ system }) => system)))];
}

function restrict(dataset: Dataset, { databases, limit }: EvalFlags): Dataset {
  const unknown = databases?.find((name) => !dataset.databases.some(({ id }) => id === name));
  if (unknown !== undefined) {
    const known = dataset.databases.map(({ id }) => id).join(', ');
    throw new CliProblem(`There is no database ${JSON.stringify(unknown)}. There are: ${known}.`);
  }
  const wanted = dataset.questions.filter(({ database }) => databases?.includes(database) ?? true);
  const questions = wanted.slice(0, limit);
  const used = new Set(questions.map(({ database }) => database));
  return { ...dataset, questions, databases: dataset.databases.filter(({ id }) => used.has(id)) };
}

/** Null: models are asked. */
async function poolOf(dataset: Dataset, { candidates, judge, systems = [] }: EvalFlags): Promise<CandidatePool | null> {
  if (candidates === undefined) {
    if (systems.length > 0) throw new CliProblem('--systems restricts a pool: it needs --candidates.');
    if (judge === 'model') return null;
    if (judge === 'simulated') throw new CliProblem('--judge simulated needs --candidates and --variants.');
    throw new CliProblem(`--judge ${judge} chooses among the candidates of a pool: it needs --candidates.`);
  }
  return readPool(candidates, dataset, systems);
}

function commandOf(
  folder: string,
  { candidates, judge, variants, systems, databases, limit, level }: EvalFlags,
): string {
  const options: [string, string | number | undefined][] = [
    ['--candidates', candidates],
    ['--judge', judge],
    ['--variants', variants],
    ['--systems', systems?.join(',')],
    ['--databases', databases?.join(',')],
    ['--limit', limit],
    ['--level', level],
  ];
  const chosen = options.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return ['npx assay eval', folder, ...chosen].join(' ');
}

function summary(report: Report): string[] {
  const lines = headlines(report).map(
    ({ name, rate, meaning }) => `${name.padEnd(26)} ${formatRate(rate).padEnd(22)} ${meaning}`,
  );
  const errors = formatErrors(report);
  return [
    ...lines,
    `${'Calibration error'.padEnd(26)} ${formatCalibration(report.confidence)}`,
    ...(report.suite === null ? [] : suiteLines(report.suite)),
    ...(errors === null ? [] : ['', errors]),
  ];
}

function gate(context: CliContext, { measures }: Report, minEx: number | undefined): number {
  if (minEx === undefined || measures.ex.percent >= minEx) return EXIT_OK;
  context.terminal.stderr.write(`EX is ${formatRate(measures.ex)}, below the ${minEx} % asked for.\n`);
  return EXIT_FAILED;
}
