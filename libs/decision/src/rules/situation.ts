import type { StageKind } from '@assay/contracts';
import type { Command } from '../command.js';
import { latestRound, type AttemptState, type QuestionRun, type StageState } from '../question-run.js';

/** Where a question stands: what every rule decides from. */
export interface Situation {
  run: QuestionRun;
  /** The attempt in progress. */
  attempt: AttemptState;
  /** Milliseconds of Postgres's clock. */
  now: number;
}

/**
 * One rule of the workflow: commands when it is this rule's turn, none while it waits for open tasks, null when it has
 * nothing (more) to do and the next rule is asked.
 */
export type Rule = (situation: Situation) => Command[] | null;

/** The latest round of a stage of the attempt in progress, or null when it has not begun. */
export function stageOf<Kind extends StageKind>({ run, attempt }: Situation, kind: Kind): StageState<Kind> | null {
  return latestRound(run, attempt.ordinal, kind);
}

/** How many of the stage's tasks have succeeded. */
export function successes(stage: StageState): number {
  return stage.tasks.filter((task) => task.status === 'DONE').length;
}
