import { hasEnded, LEVELS, resolveSettings, type Level, type SettingsPatch, type StageKind } from '@assay/contracts';
import {
  applyCommands,
  newRun,
  nextCommands,
  type Command,
  type OddsWeights,
  type QuestionRun,
  type Reliabilities,
  type StageTask,
} from '@assay/decision';
import { SimulatedAgents } from './simulated-agents.js';
import type { SimulatedJudge } from './simulated-judge.js';
import type { SimulatedQuestion, SimulatedText } from './simulated-pool.js';

export interface SimulatedRules {
  settings: SettingsPatch;
  /** Default: as delivered. */
  odds?: { reliabilities?: readonly Reliabilities[]; weights?: OddsWeights };
}

export interface SimulatedOutcome {
  status: 'GOLD' | 'SILVER' | 'FAILED';
  /** Null for FAILED. */
  answer: SimulatedText | null;
  confidence: number | null;
  tasks: TaskCounts;
  /** Model calls one after another: rounds in which a model answers. */
  sequential: number;
}

/** Absent: none. */
export type TaskCounts = Partial<Record<StageKind, number>>;

/**
 * The coordinator's rules with pool candidates and random verdicts, one per class.
 * @param judges per level, lowest first; sets the maximum level
 */
export function decideSimulated(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  { settings, odds }: SimulatedRules,
): SimulatedOutcome {
  const agents = new SimulatedAgents(question, judges);
  let run = runOf(question, judges, settings, odds);
  let sequential = 0;
  for (;;) {
    const commands = nextCommands(run, 0);
    run = applyCommands(run, commands, 0);
    const end = commands.find((command) => command.type === 'finish');
    if (end !== undefined) return { ...outcomeOf(end, run, agents), sequential };
    if (commands.at(-1)?.type === 'build-context') {
      run = { ...run, context: 'simulated' };
      continue;
    }
    sequential += Number(asksModel(run));
    run = agents.answerAll(run);
  }
}

function runOf(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  settings: SettingsPatch,
  odds: SimulatedRules['odds'],
): QuestionRun {
  const maxLevel = LEVELS[judges.length - 1] ?? 'BASIC';
  const sqlCandidates = question.candidates.length;
  const reliabilities = odds?.reliabilities?.map((own, index) => [LEVELS[index], own] as const);
  return newRun({
    id: question.id,
    workspace: question.database,
    question: question.id,
    settings: resolveSettings({ maxLevel, sqlCandidates }, settings),
    seed: judges[0]?.seed ?? 0,
    ...(odds && {
      odds: {
        ...(odds.weights && { weights: odds.weights }),
        ...(reliabilities && { reliabilities: Object.fromEntries(reliabilities) as Record<Level, Reliabilities> }),
      },
    }),
  });
}

function outcomeOf(
  end: Extract<Command, { type: 'finish' }>,
  run: QuestionRun,
  agents: SimulatedAgents,
): Omit<SimulatedOutcome, 'sequential'> {
  if (end.status !== 'GOLD' && end.status !== 'SILVER' && end.status !== 'FAILED') {
    throw new Error(`simulated question ${run.id} ended in ${end.status}: ${end.stopReason}`);
  }
  const sql = end.status === 'FAILED' ? undefined : end.result?.sqlList[0]?.sql;
  return {
    status: end.status,
    answer: sql === undefined ? null : agents.textOf(sql),
    confidence: end.confidence,
    tasks: taskCounts(run),
  };
}

function asksModel({ stages }: QuestionRun): boolean {
  return stages.some(({ kind, tasks }) => {
    const open: readonly StageTask[] = tasks;
    return kind !== 'prepare' && kind !== 'probe' && open.some(({ status }) => !hasEnded(status));
  });
}

function taskCounts({ stages }: QuestionRun): TaskCounts {
  const counts: TaskCounts = {};
  for (const { kind, tasks } of stages) counts[kind] = (counts[kind] ?? 0) + tasks.length;
  return counts;
}
