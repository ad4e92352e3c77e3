import { ApiProblem, describeEvaluation, formatNumber, formatPercent, oneLine, wait } from '@assay/client';
import type { WorkspaceEvaluation, WorkspaceEvaluationDetail } from '@assay/contracts';
import { findWorkspace } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { EXIT_ERROR, EXIT_FAILED, EXIT_OK } from '../exit-codes.js';
import { Interrupted } from '../interrupted.js';
import { take } from '../take.js';
import { EvalProgress } from './eval-progress.js';
import type { EvalFlags } from './eval-flags.js';

const LOOK_EVERY_MS = 1000;

/** Follows a running evaluation, if any. Exits with 2 below `--min-ex`, 1 if it did not finish. */
export async function evaluateWorkspace(context: CliContext, idOrName: string, flags: EvalFlags): Promise<void> {
  requireFlags(flags);
  const client = context.client();
  const { id, name } = await findWorkspace(client, idOrName);
  if (flags.history) return list(context, id, flags.json === true);
  const started = await startOrJoin(context, id, flags.repeats);
  const ended = await follow(context, id, started);
  context.show(flags.json, ended, () => describeEvaluation(name, ended));
  const [rate = 0] = ended.passHatK;
  if (ended.status !== 'DONE') context.exitCode = EXIT_ERROR;
  else context.exitCode = rate < (flags.minEx ?? 0) ? EXIT_FAILED : EXIT_OK;
}

const OF_FOLDERS = [
  'candidates',
  'variants',
  'systems',
  'databases',
  'limit',
  'record',
  'replay',
  'out',
  'fresh',
  'set',
  'level',
] as const satisfies readonly (keyof EvalFlags)[];

function requireFlags(flags: EvalFlags): void {
  const given = OF_FOLDERS.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  throw new CliProblem(`--${given} is about a folder of questions; a workspace is asked with its own settings.`);
}

async function startOrJoin(context: CliContext, workspace: string, repeats?: number): Promise<WorkspaceEvaluation> {
  const { evaluations } = context.client();
  try {
    return await evaluations.start(workspace, repeats === undefined ? {} : { repeats });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'EVALUATION_RUNNING') throw error;
    const running = (await evaluations.list(workspace)).items.find(({ status }) => status === 'RUNNING');
    if (running === undefined) throw error;
    context.terminal.stderr.write('An evaluation is already running; following it.\n');
    return running;
  }
}

async function follow(
  context: CliContext,
  workspace: string,
  { id }: WorkspaceEvaluation,
): Promise<WorkspaceEvaluationDetail> {
  const { evaluations } = context.client();
  const left = new AbortController();
  const release = context.terminal.onInterrupt(() =>
    left.abort(new Interrupted('disconnected; the evaluation continues, and the same command follows it')),
  );
  const progress = new EvalProgress(context.terminal.stderr, context.terminal.env);
  let reported: string | null = null;
  try {
    for (;;) {
      const now = await evaluations.get(workspace, id, { signal: left.signal });
      progress.show(answered(now), now.answers.length);
      if (now.status !== 'RUNNING') return now;
      if (now.waitingFor !== reported && now.waitingFor !== null) {
        context.terminal.stderr.write(`It waits: ${oneLine(now.waitingFor)}\n`);
      }
      reported = now.waitingFor;
      await wait(LOOK_EVERY_MS, left.signal);
    }
  } finally {
    progress.end();
    release();
  }
}

async function list(context: CliContext, workspace: string, json: boolean): Promise<void> {
  const all = await take(context.client().evaluations.all(workspace));
  const rows = all.map((evaluation) => [
    evaluation.createdAt.slice(0, 16).replace('T', ' '),
    evaluation.status,
    formatNumber(evaluation.goldSqls),
    percentOr(evaluation.passHatK[0]),
    evaluation.passHatK.length > 1 ? percentOr(evaluation.passHatK.at(-1)) : '',
    evaluation.changedSince.join(', '),
  ]);
  const names = ['when', 'status', 'gold SQLs', 'right', 'every time', 'changed since'];
  context.show(json, all, () => context.tableOf(names, rows, 'The workspace has not been evaluated yet.'));
}

function answered({ answers }: WorkspaceEvaluationDetail): number {
  return answers.filter(({ outcome }) => outcome !== null).length;
}

function percentOr(percent: number | undefined): string {
  return percent === undefined ? '' : formatPercent(percent);
}
