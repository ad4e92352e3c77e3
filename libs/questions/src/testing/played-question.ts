import { DEFAULT_SETTINGS, derivedSeed, type Settings } from '@assay/contracts';
import { applyCommands, newRun, nextCommands, type Command, type QuestionRun, type StageState } from '@assay/decision';
import { DecisionReplay, type RecordedEnding } from '../replay/decision-replay.js';

type Finish = Extract<Command, { type: 'finish' }>;

export type Results = (kind: StageState['kind'], ordinal: number, attempt: number, payload: unknown) => unknown;

export interface PlayedQuestion {
  run: QuestionRun;
  ending: RecordedEnding;
}

const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  effort: 'exhaustive',
  verdicts: 'final',
  sqlCandidates: 2,
  testBatches: 1,
  maxLevel: 'ADVANCED',
};

/**
 * Simulates a question with these results, a step every 100 ms; stops before stage `until`. Tasks end at once; probes
 * take `probeMs`.
 */
export function live(
  results: Results,
  settings: Partial<Settings> = {},
  { until, probeMs = 0 }: { until?: StageState['kind']; probeMs?: number } = {},
): PlayedQuestion {
  let run = newRun({
    id: 'question',
    workspace: 'workspace',
    question: 'How many flights leave Alaska?',
    settings: { ...SETTINGS, ...settings },
    seed: 42,
    context: 'context',
  });
  for (let advances = 0; advances < 1000; advances += 1) {
    const now = 1000 + 100 * advances;
    const stopped = run.stages.some(({ kind }) => kind === until);
    const commands = nextCommands({ ...run, cancelRequested: stopped }, now);
    run = applyCommands(run, commands, now);
    const finish = commands.find((command): command is Finish => command.type === 'finish');
    if (finish) return { run, ending: finish };
    const isLate = (stage: StageState): boolean =>
      stage.kind === until || (stage.kind === 'probe' && now < stage.startedAt + probeMs);
    run = { ...run, stages: run.stages.map((stage) => ended(stage, results, isLate(stage))) };
  }
  throw new Error('the question is stuck');
}

function ended(stage: StageState, results: Results, isOpen: boolean): StageState {
  if (stage.status === 'CLOSED') return stage;
  const tasks = (stage.tasks as StageState['tasks'][number][]).map((task) => ({
    ...task,
    status: isOpen ? ('READY' as const) : ('DONE' as const),
    payload: {
      ...(task.payload as object),
      seed: derivedSeed(42, stage.kind, stage.attempt, stage.round, task.ordinal),
    },
    result: isOpen ? null : results(stage.kind, task.ordinal, stage.attempt, task.payload),
  }));
  return { ...stage, tasks } as StageState;
}

export const judgement = (verdict: 'PASS' | 'FAIL'): object => ({
  reasoning: '',
  missing: [],
  extra: [],
  contradicting: [],
  reasks: 0,
  verdicts: [{ number: 1, verdict, reason: verdict === 'PASS' ? '' : 'wrong' }],
});

export function candidate(sql: string): object {
  return {
    sql,
    canonical: sql,
    reasoning: '',
    model: 'model',
    valid: true,
    retries: [],
    examination: null,
    execution: { columns: [], rowCount: 1, truncated: false, elapsedMs: 3, error: null },
    cluster: sql,
    complexity: 1,
    lastError: null,
  };
}

export const differences = ({ run, ending }: PlayedQuestion): string[] =>
  new DecisionReplay(run, ending).differences().map(({ at }) => at);
