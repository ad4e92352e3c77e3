import type { ExampleQuestion } from '@assay/contracts';
import type { CanAnswer } from '@assay/questions';
import type { CanEvaluate } from '@assay/stories';

/** Token of the example questions of workspaces. */
export const EXAMPLES = Symbol('assay.api.examples');

/** Questions worth asking, by the name of a workspace. */
export type Examples = (workspaceName: string) => readonly ExampleQuestion[];

/** Bytes of a request body at most. */
export const BODY_LIMIT = 256 * 1024;

/** Connections for what TypeORM serves: API keys, workspaces, gold SQLs, the audit trail. */
export const ORM_CONNECTIONS = 4;

/** A key that was looked up is taken as it was for this long by processes that did not revoke it, milliseconds. */
export const KEY_TTL_MS = 3000;

/** A quiet event stream says that it lives this often, milliseconds: well below what proxies allow. */
export const HEARTBEAT_MS = 15_000;

/** Event streams poll for events without a hint this often, milliseconds. */
export const EVENT_POLL_MS = 1000;

/** New events of a run are gathered for this long before they are read; its last one is read at once, milliseconds. */
export const EVENT_GATHER_MS = 80;

/** Events sent in one go at most. */
export const EVENT_PAGE = 500;

/** What differs between processes that serve the API. */
export interface ApiOptions {
  /** Whether a question can be answered here; by default, where there is a model for every agent. */
  canAnswer?: CanAnswer;
  /** Whether a story can be evaluated here; by default, where there are models for it. */
  canEvaluate?: CanEvaluate;
  /** Questions that the page offers; by default none. */
  examples?: Examples;
  /** Folder of the web page, served at `/`; without one `/` points to the documentation. */
  page?: string | null;
}
