import type { ErrorNote } from './errors.js';
import type { Privileges } from './database.js';
import type { Id } from './ids.js';
import type { Level } from './level.js';
import type { SettingsPatch } from './settings.js';
import type { StageKind } from './question.js';
import type { TaskQueue } from './services.js';
import type { TaskStatus } from './work.js';

/** Answer of `GET /v1/caller`: what the key in hand opens. */
export interface CallerView {
  /** False where no key is configured: then everybody on this machine may do everything. */
  keyNeeded: boolean;
  admin: boolean;
  mayCurate: boolean;
  /** Null: every workspace. */
  workspaces: Id[] | null;
}

/** A question worth asking of a workspace, with what belongs to it. */
export interface ExampleQuestion {
  question: string;
  evidence: string[];
  settings: SettingsPatch;
  /** What there is to be seen, in a sentence or two. */
  description: string;
  /** The way it takes through the pipeline (`C→A`), where that is known beforehand. */
  walk: string | null;
}

/** Answer of `GET /v1/questions/:id/request`: what was asked, as it may be asked again. */
export interface AskedRequest {
  workspace: Id;
  question: string;
  evidence: string[];
  level: Level;
}

/** Answer of `GET /v1/questions/:id/timeline`: when what was done, and what waited. */
export interface QuestionTimeline {
  /** The time when it was read, by the clock of all the others. */
  now: string;
  /** In order of their start. */
  stages: TimelineStage[];
  /** What was asked of the target database: tasks of no stage. */
  requests: TimelineTask[];
}

export interface TimelineStage {
  id: Id;
  /** 1-based number of the attempt. */
  attempt: number;
  level: Level;
  stage: StageKind;
  round: number;
  startedAt: string;
  finishedAt: string | null;
  tasks: TimelineTask[];
}

export interface TimelineTask {
  id: Id;
  ordinal: number;
  queue: TaskQueue;
  status: TaskStatus;
  /** Times it was begun. */
  attempts: number;
  straggler: boolean;
  createdAt: string;
  /** When the last attempt began; null while it waits for the first. */
  startedAt: string | null;
  finishedAt: string | null;
  /** The last error, also of a task that came good afterwards. */
  error: ErrorNote | null;
}

/** Answer of `POST /v1/connection-checks`: what was found where a workspace would lead. */
export interface ConnectionFindings {
  privileges: Privileges;
  /** Tables and views that agents would see. */
  tables: number;
}
