import type { ExampleQuestion } from '@assay/contracts';
import type { CanAnswer } from '@assay/questions';
import type { CanEvaluate } from '@assay/stories';

export const EXAMPLES = Symbol('assay.api.examples');

/** True: a script answers in place of a model. */
export const SCRIPTED = Symbol('assay.api.scripted');

export type Examples = (workspaceName: string) => readonly ExampleQuestion[];

export const BODY_LIMIT = 256 * 1024;

/** TypeORM's pool: API keys, workspaces, gold SQLs, audit trail. */
export const ORM_CONNECTIONS = 4;

/** Other processes accept a revoked key for this long. */
export const KEY_TTL_MS = 3000;

/** Heartbeats of quiet event streams; well below proxy timeouts. */
export const HEARTBEAT_MS = 15_000;

/** Interval of looks for events whose hint was lost. */
export const EVENT_POLL_MS = 1000;

/** Batches reads of new events; the final event is read at once. */
export const EVENT_GATHER_MS = 80;

export const EVENT_PAGE = 500;

export interface ApiOptions {
  /** Default: true if every agent has a model. */
  canAnswer?: CanAnswer;
  /** Default: true if models are configured. */
  canEvaluate?: CanEvaluate;
  examples?: Examples;
  /** A script answers in place of a model, the examples only. */
  scripted?: boolean;
  /** Folder of the web page; without it, `/` leads to the documentation. */
  page?: string | null;
}
