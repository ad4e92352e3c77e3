import type { CallRecord, Usage } from './record.js';
import type { ErrorNote } from './errors.js';
import type { Id } from './ids.js';

export type StoryEvaluationStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'ERROR' | 'CANCELLED';

/** A candidate among the others; scores are 0–100. */
export interface StoryRank {
  label: string;
  score: number;
  spread: number;
  approved: boolean;
  /** Evaluators whose scores count. */
  evaluators: number;
}

export interface StoryEvaluationView {
  id: Id;
  storyId: string;
  status: StoryEvaluationStatus;
  ranking: StoryRank[];
  choice: string | null;
  failedEvaluators: { evaluator: string; label: string; reason: string }[];
  usage: Usage;
  error: ErrorNote | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Every evaluation, tool call, coverage report and model call behind a story evaluation. */
export interface StoryEvaluationRecord extends StoryEvaluationView {
  evaluations: Record<string, unknown>[];
  toolCalls: Record<string, unknown>[];
  coverage: Record<string, unknown>[];
  calls: CallRecord[];
  events: StoryEvent[];
}

/** An event of a story evaluation as it is stored and served. */
export interface StoryEvent {
  sequence: number;
  type: string;
  at: string;
  [field: string]: unknown;
}
