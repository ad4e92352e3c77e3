import type { ErrorNote, Id, StoryEvaluationStatus, TaskView } from '@assay/contracts';
import type { JsonSchema } from '../formats/json-schema.js';

/** The request with defaults, without texts. One object is shared by all tasks. */
export interface StorySettings {
  storyId: string;
  /** Ordinal = index + 1. */
  labels: string[];
  evaluators: StoryEvaluator[];
  criteria: { name: string; description: string }[];
  /** Null: the four dimensions. */
  responseFormat: JsonSchema | null;
  mode: 'prompt' | 'parts';
  minEvaluators: number;
  /** 0–100; null approves all. */
  minimumScore: number | null;
  /** Attempts of a task whose model is unavailable. */
  attempts: number;
  /** Tried once after a task's own model fails. */
  fallbackModel: string | null;
  /** Writes reminders. Null or absent (earlier releases): a fixed text. `model: null`: the model of story evaluators. */
  responseChecker?: { model: string | null } | null;
  /** Least share of words that narration covers, percent; null: no narration. */
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

/** Independent stages that start together. */
export const STORY_STAGES = ['evaluate-story', 'narrate-story'] as const;
export type StoryStageKind = (typeof STORY_STAGES)[number];

export interface EvaluatePayload {
  kind: 'evaluate-story';
  /** Ordinal, from 1. */
  candidate: number;
  /** Index into the evaluators, from 0. */
  evaluator: number;
}

export interface NarratePayload {
  kind: 'narrate-story';
  /** Ordinal, from 1. */
  candidate: number;
  chunk: number;
}

export type StoryPayload = EvaluatePayload | NarratePayload;

/** An evaluator that broke the tool rules has a result, `failed`; its task is not DEAD. */
export type EvaluateResult = { status: 'evaluated'; model: string; total: number; score: number } | FailedStoryRun;

/** The report has its own row. */
export type NarrateResult = { status: 'narrated'; coveragePercent: number; isValid: boolean } | FailedStoryRun;

export interface FailedStoryRun {
  status: 'failed';
  /** The violated rule (`final-tool-missing`, `iterations`, …). */
  stopReason: string;
  reason: string;
}

export interface StoryRun {
  id: Id;
  status: StoryEvaluationStatus;
  settings: StorySettings;
  chunks: { candidate: number; chunk: number }[];
  cancelRequested: boolean;
  /** Postgres clock, milliseconds. */
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

export interface StoryOutcome {
  status: 'DONE' | 'ERROR' | 'CANCELLED';
  error: ErrorNote | null;
  /** One sentence for users. */
  stopReason: string;
}
