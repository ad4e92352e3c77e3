import {
  InfrastructureError,
  newId,
  PermanentError,
  type DatabaseRequest,
  type Examination,
  type Id,
  type StatementError,
} from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { canonicalSql } from '@assay/sql';
import { TARGET_FAULTS, UNENDED, type CutReport } from '@assay/target-database';
import { outlastOutages } from '@assay/work';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { serverOf, type WorkspaceConnection } from '../sampler/index.js';
import { insertCut, reserve, unreserve, type CutCounts } from '../sql/cut-sessions.js';

/** Numbers of unreleased cut sessions per server from which on statements are refused. */
export interface CutLimits {
  asker: number;
  workspace: number;
}

const CUT_LIMITS: CutLimits = { asker: 2, workspace: 4 };

/** Equals the interval at which `ReleasedSessions` asks for cut sessions. */
const RETRY_MS = 5000;
/** At this attempt of a task's request the refusal becomes permanent. */
const TRIES = 3;

const WAIT_MS = 50;

/** They only read catalogs and test the server. */
const ALWAYS_ADMITTED: ReadonlySet<DatabaseRequest['kind']> = new Set(['check', 'introspect']);

export interface AskedRequest {
  connection: WorkspaceConnection;
  request: DatabaseRequest;
  question: Id | null;
  /** Of the question; null for other requests. */
  task: Id | null;
  attempts: number;
  signal: AbortSignal;
}

type Answered = Pick<AskedRequest, 'question'> & Pick<CutCounts, 'asker' | 'reserved'> & { statement: string | null };

/**
 * Records cut sessions for all db-samplers. A question never repeats a cut statement and runs at most `asker` at once;
 * with too many busy sessions tasks are retried, other callers refused.
 */
export class CutSessions {
  private readonly current = new AsyncLocalStorage<Answered>();
  /** Running statements of tasks, by question and hash; equal ones wait for the outcome. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly limits: CutLimits = CUT_LIMITS,
  ) {}

  /** Runs a request, or returns the earlier failure if its statement was cut. */
  async run<Answer>(asked: AskedRequest, work: () => Promise<Answer>): Promise<Answer | Failure> {
    const { connection, request } = asked;
    const server = await serverOf(connection);
    if (server === null || ALWAYS_ADMITTED.has(request.kind)) return work();
    const statement = await hashOf(asked);
    return this.afterEqual(asked, statement, () => this.inPlace(asked, server, statement, work));
  }

  private async inPlace<Answer>(
    asked: AskedRequest,
    server: string,
    statement: string | null,
    work: () => Promise<Answer>,
  ): Promise<Answer | Failure> {
    const { connection, request, question, signal } = asked;
    const { workspace } = connection;
    const task = question === null ? null : asked.task;
    const needed = { workspace, question, owner: ownerOf(request), server, task, places: this.limits.asker };
    for (;;) {
      const { reserved, ...counts } = await reserve(this.database, needed);
      try {
        if (statement !== null && counts.statements.includes(statement)) return failureOf(request);
        this.admit(asked, counts);
        if (reserved !== null || task === null) {
          return await this.current.run({ question, asker: counts.asker, reserved, statement }, work);
        }
      } finally {
        if (reserved !== null) await outlastOutages(() => unreserve(this.database, reserved));
      }
      await delay(WAIT_MS);
      signal.throwIfAborted();
    }
  }

  async note(connection: WorkspaceConnection, { session, ofStatement }: CutReport): Promise<void> {
    const server = await serverOf(connection);
    if (server === null) return;
    const current = this.current.getStore();
    const { question = null, asker = null, statement = null, reserved } = current ?? {};
    if (current) current.reserved = null;
    const hash = ofStatement ? statement : null;
    const { workspace } = connection;
    const cut = { id: reserved ?? newId(), workspace, question, asker, server, statement: hash, session };
    await outlastOutages(() => insertCut(this.database, cut));
  }

  /** Serializes equal statements of a question's tasks; users may read pages concurrently. */
  private async afterEqual<Answer>(
    { task, question }: AskedRequest,
    statement: string | null,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (task === null || statement === null) return work();
    const key = `${question} ${statement}`;
    while (this.running.has(key)) await this.running.get(key);
    const answer = work().finally(() => this.running.delete(key));
    this.running.set(
      key,
      answer.catch(() => undefined),
    );
    return answer;
  }

  private admit(
    { task, attempts }: AskedRequest,
    { ofAsker, ofWorkspace }: Pick<CutCounts, 'ofAsker' | 'ofWorkspace'>,
  ): void {
    if (ofAsker < this.limits.asker && ofWorkspace < this.limits.workspace) return;
    if (task !== null && attempts < TRIES) {
      throw new InfrastructureError('TARGET_BUSY', TARGET_FAULTS.TARGET_BUSY, { retryAfterMs: RETRY_MS });
    }
    throw new PermanentError('TARGET_BUSY', TARGET_FAULTS.TARGET_BUSY);
  }
}

type Failure = Examination | { error: StatementError };

function failureOf(request: DatabaseRequest): Failure {
  if (request.kind !== 'examine') return { error: UNENDED };
  const nothing = { refusal: null, tables: [], result: null, fingerprint: null };
  return { ...nothing, outcome: 'failed', sql: request.sql, error: UNENDED };
}

export function ownerOf(request: DatabaseRequest): string | null {
  return 'askedBy' in request ? (request.askedBy?.owner ?? null) : null;
}

async function hashOf({ request, connection, question }: AskedRequest): Promise<string | null> {
  return 'sql' in request && question !== null ? (await canonicalSql(request.sql, connection.dialect)).hash : null;
}
