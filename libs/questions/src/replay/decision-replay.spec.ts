import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, isTerminal, type Settings } from '@assay/contracts';
import { applyCommands, derivedSeed, nextStep, type Command, type QuestionRun, type StageState } from '@assay/decision';
import { DecisionReplay, type RecordedEnding } from './decision-replay.js';

type Finish = Extract<Command, { type: 'finish' }>;
type Results = (kind: StageState['kind'], ordinal: number, attempt: number) => unknown;

const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  effort: 'exhaustive',
  verdicts: 'final',
  sqlCandidates: 2,
  testBatches: 1,
  maxLevel: 'ADVANCED',
};

function newRun(settings: Partial<Settings> = {}): QuestionRun {
  return {
    id: 'question',
    status: 'QUEUED',
    workspace: 'workspace',
    question: 'How many flights leave Alaska?',
    level: 'BASIC',
    settings: { ...SETTINGS, ...settings },
    seed: 42,
    hasEvidence: false,
    cancelRequested: false,
    deadlineAt: null,
    wakeAt: null,
    context: 'context',
    attempts: [],
    stages: [],
  };
}

/** A question as the coordinator lets it live, with these results; stops before a stage that `until` names. */
function live(results: Results, settings: Partial<Settings> = {}, until?: StageState['kind']): Lived {
  let run = newRun(settings);
  for (let advances = 0; advances < 100; advances += 1) {
    const stopped = run.stages.some(({ kind }) => kind === until);
    const commands = nextStep({ ...run, cancelRequested: stopped }, 1000 + advances);
    run = applyCommands(run, commands, 1000 + advances);
    const finish = commands.find((command): command is Finish => command.type === 'finish');
    if (finish) return { run, ending: finish };
    if (!isTerminal(run.status)) run = { ...run, stages: run.stages.map((stage) => ended(stage, results, until)) };
  }
  throw new Error('the question is stuck');
}

interface Lived {
  run: QuestionRun;
  ending: RecordedEnding;
}

function ended(stage: StageState, results: Results, until?: StageState['kind']): StageState {
  if (stage.status === 'CLOSED') return stage;
  const tasks = (stage.tasks as StageState['tasks'][number][]).map((task) => ({
    ...task,
    status: stage.kind === until ? ('READY' as const) : ('DONE' as const),
    payload: {
      ...(task.payload as object),
      seed: derivedSeed(42, stage.kind, stage.attempt, stage.round, task.ordinal),
    },
    result: stage.kind === until ? null : results(stage.kind, task.ordinal, stage.attempt),
  }));
  return { ...stage, tasks } as StageState;
}

const judgement = (verdict: 'PASS' | 'FAIL') => ({
  reasoning: '',
  missing: [],
  extra: [],
  contradicting: [],
  reasks: 0,
  verdicts: [{ number: 1, verdict, reason: verdict === 'PASS' ? '' : 'wrong' }],
});

/** Two candidates with results of their own and one test; the evaluator's verdict by candidate. */
const agents =
  (verdict: (ordinal: number, attempt: number) => 'PASS' | 'FAIL'): Results =>
  (kind, ordinal, attempt) => {
    if (kind === 'generate') return candidate(`select ${attempt}${ordinal}`);
    if (kind === 'evaluate') return judgement(verdict(ordinal, attempt));
    if (kind === 'compare') return { reasoning: '', winner: `${attempt}/generate/1/2`, confidence: 0.9 };
    return {
      reasoning: '',
      tests:
        kind === 'precompute-tests'
          ? [{ id: `test ${attempt}`, statement: 'It counts.', evidenceCritical: false }]
          : [],
    };
  };

function candidate(sql: string): object {
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

const differences = ({ run, ending }: Lived): string[] =>
  new DecisionReplay(run, ending).differences().map(({ at }) => at);

describe('the replay of decisions', () => {
  it('comes to the same end for one passer, for several, and after an escalation', () => {
    const alone = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const several = live(agents(() => 'PASS'));
    const escalated = live(agents((ordinal, attempt) => (attempt === 2 && ordinal === 1 ? 'PASS' : 'FAIL')));
    const failed = live(agents(() => 'FAIL'));
    expect([alone, several, escalated, failed].map(({ ending }) => ending.status)).toEqual([
      'GOLD',
      'GOLD',
      'GOLD',
      'FAILED',
    ]);
    expect(several.run.stages.map(({ kind }) => kind)).toContain('compare');
    expect([alone, several, escalated, failed].map(differences)).toEqual([[], [], [], []]);
  });

  it('ends a cancelled question where the record ends', () => {
    const cancelled = live(
      agents(() => 'PASS'),
      {},
      'evaluate',
    );
    expect(cancelled.ending.status).toBe('CANCELLED');
    expect(differences(cancelled)).toEqual([]);
  });

  it('says where a verdict that was changed afterwards leads elsewhere', () => {
    const lived = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const stages = lived.run.stages.map((stage) =>
      stage.kind === 'evaluate'
        ? { ...stage, tasks: stage.tasks.map((task) => ({ ...task, result: judgement('PASS') })) }
        : stage,
    ) as StageState[];
    const found = new DecisionReplay({ ...lived.run, stages }, lived.ending).differences();
    expect(found).toContainEqual({ kind: 'decision', at: 'attempt 1, case', recorded: 'A', replayed: 'B' });
    expect(found.at(-1)).toEqual({
      kind: 'decision',
      at: 'attempt 1, compare',
      recorded: null,
      replayed: { tasks: 2 },
    });
  });

  it('says what of a decision on record does not follow', () => {
    const lived = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const attempts = lived.run.attempts.map((attempt) => ({ ...attempt, winner: '1/generate/1/2' }));
    const run = { ...lived.run, attempts };
    expect(new DecisionReplay(run, { ...lived.ending, confidence: 1 }).differences()).toMatchObject([
      { at: 'attempt 1, winner', recorded: '1/generate/1/2', replayed: '1/generate/1/1' },
      { at: 'ending', recorded: { confidence: 1 } },
    ]);
  });

  it('says when a task was told something else than today', () => {
    const lived = live(agents(() => 'PASS'));
    const stages = lived.run.stages.map((stage) =>
      stage.kind === 'generate'
        ? { ...stage, tasks: stage.tasks.map((task) => ({ ...task, payload: { ...task.payload, temperature: 9 } })) }
        : stage,
    );
    expect(differences({ ...lived, run: { ...lived.run, stages } })).toEqual([
      'attempt 1, generate, task 1',
      'attempt 1, generate, task 2',
    ]);
  });
});
