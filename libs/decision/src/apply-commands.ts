import type { TaskView } from '@assay/contracts';
import type { Command, StartStage } from './command.js';
import type { AttemptState, QuestionRun, StageState, StageTask } from './question-run.js';

/** As the executor writes it; new tasks have ids made of their place. */
export function applyCommands(run: QuestionRun, commands: readonly Command[], now: number): QuestionRun {
  return commands.reduce((current, command) => applyCommand(current, command, now), run);
}

function applyCommand(run: QuestionRun, command: Command, now: number): QuestionRun {
  switch (command.type) {
    case 'start-attempt': {
      const { attempt: ordinal, level, reason, escalation } = command;
      const attempt: AttemptState = { ordinal, level, reason, escalation, startedAt: now, ...UNDECIDED_ATTEMPT };
      return { ...run, status: 'RUNNING', attempts: [...run.attempts, attempt] };
    }
    case 'end-attempt':
      return updateAttempt(run, command.attempt, { finishedAt: now });
    case 'decide':
      return updateAttempt(run, command.attempt, command.decision);
    case 'start-stage':
      return { ...run, stages: [...run.stages, plannedStage(command, now)] };
    case 'close-stage':
      return {
        ...run,
        stages: run.stages.map((stage) =>
          stage.attempt === command.attempt && stage.kind === command.kind && stage.round === command.round
            ? closedStage(stage, command.cancel, command.stragglers)
            : stage,
        ),
      };
    case 'wake-at':
      return { ...run, wakeAt: command.at };
    case 'finish':
      return { ...run, status: command.status };
    case 'build-context':
    case 'emit':
      return run;
  }
}

export const UNDECIDED_ATTEMPT = {
  finishedAt: null,
  waves: [],
  tests: null,
  leader: null,
  askedAgain: false,
  case: null,
  caseBeforeReview: null,
  scores: [],
  selection: null,
  overruled: [],
  winner: null,
} satisfies Partial<AttemptState>;

function updateAttempt(run: QuestionRun, ordinal: number, change: Partial<AttemptState>): QuestionRun {
  const attempts = run.attempts.map((attempt) => (attempt.ordinal === ordinal ? { ...attempt, ...change } : attempt));
  return { ...run, attempts };
}

export function plannedStage(command: StartStage, now: number): StageState {
  const { attempt, kind, round } = command;
  const tasks = command.tasks.map(({ ordinal, payload }): TaskView => ({
    id: `${attempt}/${kind}/${round}/${ordinal}`,
    ordinal,
    status: 'READY',
    payload,
    result: null,
    error: null,
    straggler: false,
    duplicateOf: null,
    elapsedMs: null,
  }));
  return { attempt, kind, round, status: 'OPEN', startedAt: now, tasks } as StageState;
}

function closedStage(stage: StageState, cancel: readonly string[], stragglers: boolean): StageState {
  const tasks = (stage.tasks as StageTask[]).map((task) =>
    cancel.includes(task.id) ? { ...task, status: 'CANCELLED' as const, straggler: stragglers } : task,
  );
  return { ...stage, status: 'CLOSED', tasks } as StageState;
}
