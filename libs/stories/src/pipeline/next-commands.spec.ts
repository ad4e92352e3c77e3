import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ErrorNote, TaskStatus } from '@assay/contracts';
import { nextCommands } from './next-commands.js';
import type { FinishStory, StartStoryStage, StoryCommand } from './story-command.js';
import type { EvaluateResult, NarrateResult, StoryRun, StorySettings, StoryStage } from './story-run.js';

const SETTINGS: StorySettings = {
  storyId: 'story',
  labels: ['one', 'two'],
  evaluators: ['anna', 'bert'].map((name) => ({
    name,
    model: null,
    temperature: 0.2,
    instructions: null,
    coherence: false,
  })),
  criteria: [],
  responseFormat: null,
  mode: 'prompt',
  minEvaluators: 2,
  minimumScore: null,
  attempts: 3,
  fallbackModel: null,
  ttsThreshold: null,
};

const run = (changes: Partial<StoryRun> = {}): StoryRun => ({
  id: 'run',
  status: 'RUNNING',
  settings: SETTINGS,
  chunks: [],
  cancelRequested: false,
  deadlineAt: 1000,
  stages: [],
  ...changes,
});

type Ended = { status: TaskStatus; result?: EvaluateResult; error?: ErrorNote };
const scored = (score: number): Ended => ({
  status: 'DONE',
  result: { status: 'evaluated', model: 'model', total: score / 2.5, score },
});
const failed: Ended = { status: 'DONE', result: { status: 'failed', stopReason: 'iterations', reason: 'too long' } };

function evaluations(...tasks: Ended[]): StoryStage {
  return {
    kind: 'evaluate-story',
    status: 'OPEN',
    startedAt: 0,
    tasks: tasks.map(({ status, result = null, error = null }, index) => ({
      id: `task-${index}`,
      ordinal: index + 1,
      status,
      payload: { kind: 'evaluate-story', candidate: Math.floor(index / 2) + 1, evaluator: index % 2 },
      result,
      error,
      straggler: false,
      duplicateOf: null,
      elapsedMs: null,
    })),
  };
}

function narration(status: TaskStatus, result: NarrateResult | null = null): StoryStage {
  const payload = { kind: 'narrate-story' as const, candidate: 1, chunk: 1 };
  const rest = { error: null, straggler: false, duplicateOf: null, elapsedMs: null };
  return {
    kind: 'narrate-story',
    status: 'OPEN',
    startedAt: 0,
    tasks: [{ id: 'chunk', ordinal: 1, status, payload, result, ...rest }],
  };
}

const finishOf = (commands: StoryCommand[]): FinishStory | undefined =>
  commands.find((command) => command.type === 'finish');
const eventsOf = (commands: StoryCommand[]): string[] =>
  commands.flatMap((command) => (command.type === 'emit' ? [command.event.type] : []));

describe('the next step of a story evaluation', () => {
  it('starts with every evaluator on every candidate, in parallel', () => {
    const [stage, ...rest] = nextCommands(run({ status: 'QUEUED' }), 0);
    expect((stage as StartStoryStage).payloads).toEqual([
      { kind: 'evaluate-story', candidate: 1, evaluator: 0 },
      { kind: 'evaluate-story', candidate: 1, evaluator: 1 },
      { kind: 'evaluate-story', candidate: 2, evaluator: 0 },
      { kind: 'evaluate-story', candidate: 2, evaluator: 1 },
    ]);
    expect(eventsOf(rest)).toEqual(['stage-started']);
  });

  it('starts a narration of every chunk beside them, where narrations are wanted', () => {
    const chunks = [
      { candidate: 1, chunk: 1 },
      { candidate: 2, chunk: 2 },
    ];
    const wanted = nextCommands(run({ status: 'QUEUED', chunks, settings: { ...SETTINGS, ttsThreshold: 90 } }), 0);
    const stages = wanted.filter((command) => command.type === 'start-stage');
    expect(stages.map(({ kind }) => kind)).toEqual(['evaluate-story', 'narrate-story']);
    expect(stages[1]?.payloads).toEqual(chunks.map((chunk) => ({ kind: 'narrate-story', ...chunk })));
    expect(
      nextCommands(run({ status: 'QUEUED', chunks }), 0).filter(({ type }) => type === 'start-stage'),
    ).toHaveLength(1);
  });

  it('waits while a task is open', () => {
    const stages = [evaluations(scored(50), scored(50), scored(50), { status: 'RUNNING' })];
    expect(nextCommands(run({ stages }), 0)).toEqual([]);
  });

  it('closes the stage that is over while the other continues', () => {
    const stages = [evaluations(scored(1), scored(1), scored(1), failed), narration('RUNNING')];
    expect(nextCommands(run({ stages }), 7)).toEqual([
      { type: 'close-stage', kind: 'evaluate-story', cancel: [] },
      {
        type: 'emit',
        event: { type: 'stage-finished', stage: 'evaluate-story', tasks: 4, failed: 1, stragglers: 0, elapsedMs: 7 },
      },
    ]);
  });

  it('ranks, chooses and finishes when all have ended; the last event says so', () => {
    const commands = nextCommands(run({ stages: [evaluations(scored(40), scored(60), scored(70), scored(80))] }), 5);
    expect(finishOf(commands)).toMatchObject({ status: 'DONE', choice: 'two', error: null, failedEvaluators: [] });
    expect(finishOf(commands)?.ranking).toEqual([
      { label: 'two', score: 75, spread: 10, approved: true, evaluators: 2 },
      { label: 'one', score: 50, spread: 20, approved: true, evaluators: 2 },
    ]);
    expect(eventsOf(commands)).toEqual(['stage-finished', 'candidates-ranked', 'story-evaluation-finished']);
    expect(commands.at(-1)).toMatchObject({ event: { status: 'DONE', choice: 'two' } });
  });

  it('names an evaluator that failed, and lets the others stand', () => {
    const dead: Ended = { status: 'DEAD', error: { code: 'MODEL_UNREACHABLE', message: 'nobody there' } };
    const stages = [evaluations(scored(40), failed, scored(30), dead)];
    const commands = nextCommands(run({ stages, settings: { ...SETTINGS, minEvaluators: 1 } }), 5);
    expect(finishOf(commands)).toMatchObject({
      status: 'DONE',
      choice: 'one',
      failedEvaluators: [
        { evaluator: 'bert', label: 'one', reason: 'too long' },
        { evaluator: 'bert', label: 'two', reason: 'MODEL_UNREACHABLE: nobody there' },
      ],
    });
  });

  it('does not rank what too few scored, and warns of it', () => {
    const commands = nextCommands(run({ stages: [evaluations(scored(90), failed, scored(30), scored(20))] }), 5);
    expect(finishOf(commands)?.ranking.map(({ label }) => label)).toEqual(['two']);
    expect(eventsOf(commands)[0]).toBe('warning-raised');
  });

  it('ends in ERROR without any score', () => {
    const commands = nextCommands(run({ stages: [evaluations(scored(90), failed, failed, scored(20))] }), 5);
    expect(finishOf(commands)).toMatchObject({ status: 'ERROR', choice: null, ranking: [] });
    expect(finishOf(commands)?.error?.code).toBe('TOO_FEW_EVALUATORS');
    expect(finishOf(commands)?.failedEvaluators).toHaveLength(2);
  });

  it('names the one fault that kept every evaluator from its work', () => {
    const dead: Ended = { status: 'DEAD', error: { code: 'MODEL_NOT_CONFIGURED', message: 'no model' } };
    const commands = nextCommands(run({ stages: [evaluations(dead, dead, dead, dead)] }), 5);
    expect(finishOf(commands)?.error).toEqual(dead.error);
  });

  it('keeps its evaluations although a narration failed', () => {
    const stages = [evaluations(scored(1), scored(1), scored(1), scored(1)), narration('DEAD')];
    expect(finishOf(nextCommands(run({ stages }), 5))?.status).toBe('DONE');
  });

  it('ends at the deadline, and at once when it is cancelled, with what is open cancelled', () => {
    const stages = [evaluations(scored(50), { status: 'RUNNING' }, { status: 'READY' }, scored(50))];
    const late = nextCommands(run({ stages }), 1000);
    expect(finishOf(late)).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
    expect(late[0]).toEqual({ type: 'close-stage', kind: 'evaluate-story', cancel: ['task-1', 'task-2'] });
    const cancelled = nextCommands(run({ stages, cancelRequested: true }), 0);
    expect(finishOf(cancelled)).toMatchObject({ status: 'CANCELLED', error: null, choice: null });
    expect(cancelled.at(-1)).toMatchObject({ event: { type: 'story-evaluation-finished', status: 'CANCELLED' } });
  });

  it('does nothing with a run that has ended', () => {
    for (const status of ['DONE', 'ERROR', 'CANCELLED'] as const) {
      expect(nextCommands(run({ status, cancelRequested: true }), 2000)).toEqual([]);
    }
  });

  it('never mixes the scores of evaluators, whatever the order in which their tasks ended', () => {
    const outcome = fc.integer({ min: 0, max: 40 }).map((total) => scored(total * 2.5));
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 4, maxLength: 4 }), fc.integer(), (outcomes, seed) => {
        const stage = evaluations(...outcomes);
        const shuffled = { ...stage, tasks: rotated(stage.tasks as never[], seed) } as StoryStage;
        const ranking = finishOf(nextCommands(run({ stages: [shuffled] }), 5))?.ranking ?? [];
        const score = (index: number): number => (outcomes[index]?.result as { score: number }).score;
        for (const [label, first] of [
          ['one', 0],
          ['two', 2],
        ] as const) {
          const ranked = ranking.find((rank) => rank.label === label);
          expect(ranked?.score).toBeCloseTo((score(first) + score(first + 1)) / 2);
          expect(ranked?.spread).toBeCloseTo(Math.abs(score(first) - score(first + 1)));
        }
      }),
    );
  });
});

function rotated<Item>(items: Item[], by: number): Item[] {
  const at = Math.abs(by) % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
