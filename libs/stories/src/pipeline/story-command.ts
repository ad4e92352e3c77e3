import type { Id, StoryEvaluationEvent, StoryEvaluationView, StoryRank } from '@assay/contracts';
import type { StoryOutcome, StoryPayload, StoryStageKind } from './story-run.js';

/** Executed in order, in one transaction. */
export type StoryCommand = StartStoryStage | CloseStoryStage | EmitStoryEvent | FinishStory;

/** Creates a stage with all tasks READY. */
export interface StartStoryStage {
  type: 'start-stage';
  kind: StoryStageKind;
  payloads: StoryPayload[];
}

/** Also cancels its open tasks. */
export interface CloseStoryStage {
  type: 'close-stage';
  kind: StoryStageKind;
  cancel: Id[];
}

export interface EmitStoryEvent {
  type: 'emit';
  event: StoryEvaluationEvent;
}

export interface FinishStory extends StoryOutcome {
  type: 'finish';
  ranking: StoryRank[];
  choice: string | null;
  failedEvaluators: FailedEvaluator[];
}

export type FailedEvaluator = StoryEvaluationView['failedEvaluators'][number];
