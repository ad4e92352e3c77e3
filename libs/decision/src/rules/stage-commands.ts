import type { AttemptInput, QuestionEvent, StageCatalog, StageKind, TaskView } from '@assay/contracts';
import { hasEnded } from '@assay/contracts/plain';
import type { CloseStage, Command, EmitEvent, PlannedTask, StartStage } from '../command.js';
import type { QuestionRun, StageState } from '../question-run.js';
import { derivedSeed } from '@assay/contracts/plain';
import { mayLeaveOpen } from '../stragglers.js';
import type { Situation } from './situation.js';

export function emit(event: QuestionEvent): EmitEvent {
  return { type: 'emit', event };
}

export function warn(code: string, message: string): EmitEvent {
  return emit({ type: 'warning-raised', code, message });
}

export function attemptInput({ run, attempt }: Situation): AttemptInput {
  if (run.context === null) throw new Error('a stage for agents was started before the context was built');
  return { context: run.context, level: attempt.level, attempt: attempt.ordinal, escalation: attempt.escalation };
}

export function startStage<Kind extends StageKind>(
  { run, attempt }: Situation,
  kind: Kind,
  input: StageCatalog[Kind]['input'],
  payloads: readonly StageCatalog[Kind]['payload'][],
  round = 1,
  first = 1,
): Command[] {
  const tasks = payloads.map((payload, index): PlannedTask<Kind> => {
    const ordinal = first + index;
    return { ordinal, payload, seed: derivedSeed(run.seed, kind, attempt.ordinal, round, ordinal) };
  });
  const advanceAt = mayLeaveOpen(kind, tasks.length, run.settings);
  const stage = { type: 'start-stage', attempt: attempt.ordinal, kind, round, input, tasks, advanceAt } as StartStage;
  const counts = { tasks: tasks.length, failed: 0, stragglers: 0, elapsedMs: 0 };
  return [stage, emit({ type: 'stage-started', level: attempt.level, stage: kind, ...counts })];
}

export function closeStage(run: QuestionRun, stage: StageState, now: number, stragglers: boolean): Command[] {
  const tasks: readonly TaskView[] = stage.tasks;
  const open = tasks.filter((task) => !hasEnded(task.status));
  const close: CloseStage = {
    type: 'close-stage',
    attempt: stage.attempt,
    kind: stage.kind,
    round: stage.round,
    cancel: open.map((task) => task.id),
    stragglers,
  };
  const event: QuestionEvent = {
    type: 'stage-finished',
    level: run.attempts.find(({ ordinal }) => ordinal === stage.attempt)?.level ?? run.level,
    stage: stage.kind,
    tasks: tasks.length,
    failed: tasks.filter((task) => task.status === 'DEAD').length,
    stragglers: tasks.filter((task) => task.straggler).length + (stragglers ? open.length : 0),
    elapsedMs: Math.max(0, Math.round(now - stage.startedAt)),
  };
  return [close, emit(event)];
}
