import type { StageKind } from '@assay/contracts';
import type { Command } from '../command.js';
import { latestRound, type AttemptState, type QuestionRun, type StageState } from '../question-run.js';

export interface Situation {
  run: QuestionRun;
  attempt: AttemptState;
  /** Postgres's clock, ms. */
  now: number;
}

/** A workflow rule: commands, none to wait for open tasks, or null to pass to the next rule. */
export type Rule = (situation: Situation) => Command[] | null;

export function stageOf<Kind extends StageKind>({ run, attempt }: Situation, kind: Kind): StageState<Kind> | null {
  return latestRound(run, attempt.ordinal, kind);
}

export function successes(stage: StageState): number {
  return stage.tasks.filter((task) => task.status === 'DONE').length;
}
