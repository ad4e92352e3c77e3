import type { ErrorNote, Id, StoryEvaluationStatus, TaskView } from '@assay/contracts';
import type { JsonSchema } from '../formats/json-schema.js';

/** What was asked for, without the texts, and with every default filled in. All tasks of a run share it. */
export interface StorySettings {
  storyId: string;
  /** Labels of the candidates, in order; a candidate's ordinal is its place here, from 1. */
  labels: string[];
  evaluators: StoryEvaluator[];
  criteria: { name: string; description: string }[];
  /** Null: the four dimensions. */
  responseFormat: JsonSchema | null;
  mode: 'prompt' | 'parts';
  minEvaluators: number;
  /** 0–100; null approves of everything. */
  minimumScore: number | null;
  /** How often an evaluator's model is tried where it cannot be had. */
  attempts: number;
  /** Tried once where an evaluator's own model gave no evaluation. */
  fallbackModel: string | null;
  /** Who writes reminders; null: a fixed text. Absent in evaluations of earlier releases. */
  responseChecker?: { model: string | null } | null;
  /** Percent of a chunk's words that a narration must cover; null: nothing is narrated. */
  ttsThreshold: number | null;
}

export interface StoryEvaluator {
  name: string;
  /** Null: the model configured for story evaluators. */
  model: string | null;
  temperature: number;
  instructions: string | null;
  coherence: boolean;
}

/** Stages of a run. They know nothing of each other and start together. */
export const STORY_STAGES = ['evaluate-story', 'narrate-story'] as const;
export type StoryStageKind = (typeof STORY_STAGES)[number];

/** One evaluator on one candidate. */
export interface EvaluatePayload {
  kind: 'evaluate-story';
  /** Ordinal, from 1. */
  candidate: number;
  /** Index into the evaluators, from 0. */
  evaluator: number;
}

/** One chunk of one candidate to be narrated. */
export interface NarratePayload {
  kind: 'narrate-story';
  /** Ordinal, from 1. */
  candidate: number;
  /** Number of the chunk, from 1. */
  chunk: number;
}

export type StoryPayload = EvaluatePayload | NarratePayload;

/** What an evaluator's task came to. A run that broke its rules is a result, not a fault of infrastructure. */
export type EvaluateResult = { status: 'evaluated'; model: string; total: number; score: number } | FailedStoryRun;

/** What a narration came to; its report is on a row of its own. */
export type NarrateResult = { status: 'narrated'; coveragePercent: number; isValid: boolean } | FailedStoryRun;

export interface FailedStoryRun {
  status: 'failed';
  /** Which rule ended the run (`final-tool-missing`, `iterations`, …). */
  stopReason: string;
  /** The same in words. */
  reason: string;
}

/** A run as the pure core sees it. */
export interface StoryRun {
  id: Id;
  status: StoryEvaluationStatus;
  settings: StorySettings;
  /** Chunks by candidate ordinal; they are what is narrated. */
  chunks: { candidate: number; chunk: number }[];
  cancelRequested: boolean;
  /** Milliseconds of Postgres's clock. */
  deadlineAt: number;
  stages: StoryStage[];
}

export type StoryStage =
  StageOf<'evaluate-story', EvaluatePayload, EvaluateResult> | StageOf<'narrate-story', NarratePayload, NarrateResult>;

interface StageOf<Kind extends StoryStageKind, Payload, Result> {
  kind: Kind;
  status: 'OPEN' | 'CLOSED';
  startedAt: number;
  tasks: TaskView<Payload, Result>[];
}

/** What a run ends with. */
export interface StoryOutcome {
  status: 'DONE' | 'ERROR' | 'CANCELLED';
  error: ErrorNote | null;
  /** One sentence for people. */
  stopReason: string;
}
