import type { Id, StoryEvaluationEvent, StoryEvaluationView, StoryRank } from '@assay/contracts';
import type { StoryOutcome, StoryPayload, StoryStageKind } from './story-run.js';

/** What the executor is to do, in this order and in one transaction. */
export type StoryCommand = StartStoryStage | CloseStoryStage | EmitStoryEvent | FinishStory;

/** A stage with all its tasks, READY. */
export interface StartStoryStage {
  type: 'start-stage';
  kind: StoryStageKind;
  payloads: StoryPayload[];
}

/** The stage is over; the tasks that are still open are cancelled. */
export interface CloseStoryStage {
  type: 'close-stage';
  kind: StoryStageKind;
  cancel: Id[];
}

export interface EmitStoryEvent {
  type: 'emit';
  event: StoryEvaluationEvent;
}

/** The run's end, and what it decided. */
export interface FinishStory extends StoryOutcome {
  type: 'finish';
  ranking: StoryRank[];
  choice: string | null;
  failedEvaluators: FailedEvaluator[];
}

/** An evaluator that gave no evaluation of a candidate. */
export type FailedEvaluator = StoryEvaluationView['failedEvaluators'][number];
