import { isTerminal, type PreparePayload, type ReplayDifference } from '@assay/contracts';
import {
  applyCommands,
  nextCommands,
  witnessesAwaitedUntil,
  type Command,
  type QuestionRun,
  type StageState,
} from '@assay/decision';
import { difference } from './compare.js';

type Finish = Extract<Command, { type: 'finish' }>;
type StartStage = Extract<Command, { type: 'start-stage' }>;

/** The decision of an ending, without its wording. */
export type RecordedEnding = Pick<Finish, 'status' | 'case' | 'level' | 'result' | 'confidence' | 'error'>;

/** Replays use no timers or deadlines. */
const NOW = 0;

/** More than any question makes: three levels of about ten stages. */
const MAX_ADVANCES = 200;

/**
 * Repeats a finished question's decisions with today's `nextCommands` and the recorded results, until the record lacks
 * one.
 */
export class DecisionReplay {
  private run: QuestionRun;
  private finish: Finish | null = null;
  private readonly stageDifferences: ReplayDifference[] = [];
  private readonly started = new Set<StageState>();
  /** A probe without its result, while a wave that did not wait for it is undecided. */
  private late: StageState<'probe'> | null = null;

  constructor(
    private readonly recorded: QuestionRun,
    private readonly ending: RecordedEnding,
  ) {
    this.run = unbegun(recorded);
  }

  /** Of the attempts, then of the stages, then of the ending. */
  differences(): ReplayDifference[] {
    // refused or cancelled before work: nothing was decided
    if (this.recorded.attempts.length === 0) return [];
    const followed = this.play();
    return [
      ...this.run.attempts.flatMap((attempt) => this.attemptDifferences(attempt, followed)),
      ...this.stageDifferences,
      ...(followed ? this.endDifferences() : []),
    ];
  }

  /** True if the record sufficed. */
  private play(): boolean {
    for (let advances = 0; advances < MAX_ADVANCES; advances += 1) {
      if (isTerminal(this.run.status)) return true;
      const commands = this.nextCommands();
      if (commands.length === 0 && !this.endLateProbe()) return true;
      this.run = applyCommands(this.run, commands, NOW);
      if (commands.some(decidesWave)) this.endLateProbe();
      this.finish = commands.find((command) => command.type === 'finish') ?? this.finish;
      if (commands.at(-1)?.type === 'build-context') {
        if (this.recorded.context === null) return true;
        this.run = { ...this.run, context: this.recorded.context };
      }
      const starts = commands.filter((command) => command.type === 'start-stage');
      if (!starts.map((start) => this.takeResults(start)).every(Boolean)) return false;
    }
    throw new Error(`the replay of question ${this.recorded.id} does not end`);
  }

  /** Cancelled or expired questions end where the record does. */
  private nextCommands(): Command[] {
    const commands = nextCommands(this.run, NOW);
    if (!this.wasEndedFromOutside() || this.isOnRecord(commands)) return commands;
    const cancelRequested = this.ending.status === 'CANCELLED';
    return nextCommands({ ...this.run, cancelRequested, deadlineAt: cancelRequested ? null : NOW }, NOW);
  }

  private wasEndedFromOutside(): boolean {
    return this.ending.status === 'CANCELLED' || this.ending.error?.code === 'DEADLINE_EXCEEDED';
  }

  private isOnRecord(commands: readonly Command[]): boolean {
    if (commands.length === 0) return false;
    return commands.every(
      (command) => command.type !== 'finish' && (command.type !== 'start-stage' || this.find(command) !== null),
    );
  }

  /** False if the record lacks the stage. */
  private takeResults(start: StartStage): boolean {
    const at = `attempt ${start.attempt}, ${start.kind}${start.round > 1 ? `, round ${start.round}` : ''}`;
    const stage = this.find(start);
    const planned = start.tasks.map(({ payload, seed }) => ({ ...(payload as object), seed }));
    if (stage === null) {
      this.stageDifferences.push(...difference('decision', at, null, { tasks: planned.length }));
      return false;
    }
    this.started.add(stage);
    const payloads = stage.tasks.map(({ payload }) => payload as object);
    if (payloads.length !== planned.length) {
      this.stageDifferences.push(...difference('decision', at, { tasks: payloads.length }, { tasks: planned.length }));
    }
    payloads.slice(0, planned.length).forEach((payload, index) => {
      this.stageDifferences.push(...difference('decision', `${at}, task ${index + 1}`, payload, planned[index]));
    });
    this.reopen(this.asFound(stage));
    return true;
  }

  /** Without a probe that its wave did not wait for. */
  private asFound(stage: StageState): StageState {
    if (stage.kind !== 'probe' || !this.wasNotAwaited(stage)) return reopened(stage);
    const overdue = { ...stage, startedAt: NOW - witnessesAwaitedUntil({ startedAt: 0 }) };
    const attempt = this.run.attempts.find(({ ordinal }) => ordinal === stage.attempt);
    if (!this.waveOn(stage) || (attempt?.waves.length ?? 0) >= stage.round) return reopened(overdue);
    this.late = overdue;
    const tasks = stage.tasks.map((task) => ({ ...task, status: 'READY' as const, result: null }));
    return { ...overdue, status: 'OPEN', tasks };
  }

  /** Without waves nothing depends on the probe's time. */
  private wasNotAwaited(probe: StageState): boolean {
    return this.recorded.settings.effort === 'exhaustive' || this.waveOn(probe)?.beforeProbe === true;
  }

  private waveOn({ attempt, round }: StageState): QuestionRun['attempts'][number]['waves'][number] | undefined {
    return this.recorded.attempts.find(({ ordinal }) => ordinal === attempt)?.waves[round - 1];
  }

  private endLateProbe(): boolean {
    const { late } = this;
    this.late = null;
    const isOpen = late !== null && this.run.stages.some((each) => isSame(each, late) && each.status === 'OPEN');
    if (isOpen) this.reopen(reopened(late));
    return isOpen;
  }

  private reopen(stage: StageState): void {
    this.run = { ...this.run, stages: this.run.stages.map((each) => (isSame(each, stage) ? stage : each)) };
  }

  private find(start: Pick<StageState, 'attempt' | 'kind' | 'round'>): StageState | null {
    return this.recorded.stages.find((stage) => isSame(stage, start)) ?? null;
  }

  /** If the record ran out, compares only earlier decisions. */
  private attemptDifferences(replayed: QuestionRun['attempts'][number], followed: boolean): ReplayDifference[] {
    const recorded = this.recorded.attempts.find(({ ordinal }) => ordinal === replayed.ordinal);
    const at = `attempt ${replayed.ordinal}`;
    if (!recorded) return difference('decision', at, null, { level: replayed.level, reason: replayed.reason });
    return DECIDED.flatMap((field) => {
      const today = replayed[field];
      const isOpen = today === null || (Array.isArray(today) && today.length === 0);
      return isOpen && !followed ? [] : difference('decision', `${at}, ${NAMES[field]}`, recorded[field], today);
    });
  }

  private endDifferences(): ReplayDifference[] {
    const unreached = this.recorded.stages.filter((stage) => !this.started.has(stage));
    return [
      ...unreached.flatMap(({ attempt, kind, round, tasks }) =>
        difference('decision', `attempt ${attempt}, ${kind}, round ${round}`, { tasks: tasks.length }, null),
      ),
      ...difference('decision', 'ending', endingOf(this.ending), this.finish && endingOf(this.finish)),
    ];
  }
}

const DECIDED = [
  'level',
  'reason',
  'escalation',
  'waves',
  'tests',
  'case',
  'caseBeforeReview',
  'scores',
  'selection',
  'overruled',
  'winner',
] as const satisfies (keyof QuestionRun['attempts'][number])[];

const NAMES: Record<(typeof DECIDED)[number], string> = {
  level: 'level',
  reason: 'reason',
  escalation: 'escalation context',
  waves: 'waves',
  tests: 'tests',
  case: 'case',
  caseBeforeReview: 'case before review',
  scores: 'scores',
  selection: 'selection',
  overruled: 'overruled verdicts',
  winner: 'winner',
};

function unbegun(recorded: QuestionRun): QuestionRun {
  const wasPrepared = recorded.stages.some((stage) => stage.kind === 'prepare');
  return {
    ...recorded,
    // straggler cancellations come from the record, not the clock
    settings: { ...recorded.settings, stragglers: null },
    status: 'QUEUED',
    cancelRequested: false,
    deadlineAt: null,
    wakeAt: null,
    context: wasPrepared ? null : recorded.context,
    // recorded lookups show which words were candidates under that schema
    words: wordsLookedUp(recorded),
    attempts: [],
    stages: [],
  };
}

function wordsLookedUp({ stages }: QuestionRun): string[] {
  const prepared = stages.filter((stage): stage is StageState<'prepare'> => stage.kind === 'prepare');
  return prepared.flatMap(({ tasks }) => (tasks[0]?.payload as PreparePayload | undefined)?.words ?? []);
}

/** The stage with results, before evaluation: tasks cut off at the attempt's end are open again. */
function reopened(stage: StageState): StageState {
  const tasks = (stage.tasks as StageState['tasks'][number][]).map((task) =>
    task.status === 'CANCELLED' && !task.straggler ? { ...task, status: 'READY' as const } : task,
  );
  return { ...stage, status: 'OPEN', tasks } as StageState;
}

function decidesWave(command: Command): boolean {
  return command.type === 'decide' && command.decision.waves !== undefined;
}

type Place = Pick<StageState, 'attempt' | 'kind' | 'round'>;

function isSame(left: Place, right: Place): boolean {
  return left.attempt === right.attempt && left.kind === right.kind && left.round === right.round;
}

function endingOf({ status, case: decided, level, result, confidence, error }: RecordedEnding): object {
  return { status, case: decided, level, result, confidence, error: error?.code ?? null };
}
