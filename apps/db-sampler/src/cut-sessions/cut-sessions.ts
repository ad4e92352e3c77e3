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
import { StatementFailedError, TARGET_FAULTS, UNENDED, type CutReport } from '@assay/target-database';
import { outlastOutages } from '@assay/work';
import { AsyncLocalStorage } from 'node:async_hooks';
import { serverOf, type WorkspaceConnection } from '../sampler/index.js';
import { insertCut, readCutCounts, type CutCounts } from '../sql/cut-sessions.js';

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

const ALWAYS_ADMITTED: ReadonlySet<DatabaseRequest['kind']> = new Set(['check', 'introspect']);

export interface AskedRequest {
  connection: WorkspaceConnection;
  request: DatabaseRequest;
  question: Id | null;
  ofTask: boolean;
  attempts: number;
}

interface Running extends Pick<CutCounts, 'asker'> {
  asked: AskedRequest;
  server: string;
  statement: string | null;
}

/**
 * Records cut sessions for all db-samplers. A question never repeats a cut statement; with too many busy sessions tasks
 * are retried, other callers refused.
 */
export class CutSessions {
  private readonly current = new AsyncLocalStorage<Running>();
  /** Running statements of tasks, by question and hash; equal ones wait for the outcome. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly limits: CutLimits = CUT_LIMITS,
  ) {}

  /** Runs a request, or returns the earlier failure if its statement was cut. */
  async run<Answer>(asked: AskedRequest, work: () => Promise<Answer>): Promise<Answer | Failure> {
    const { connection, request } = asked;
    const server = serverOf(connection);
    if (server === null || ALWAYS_ADMITTED.has(request.kind)) return work();
    const statement = await hashOf(asked);
    try {
      const running = { asked, server, statement, asker: null };
      return await this.afterEqual(asked, statement, () => this.current.run(running, work));
    } catch (error) {
      if (error instanceof StatementFailedError && error.isUnended) return failureOf(request);
      throw error;
    }
  }

  /** When a request's turn has come. */
  async admit(): Promise<void> {
    const running = this.current.getStore();
    if (!running) return;
    const { asked, server, statement } = running;
    const { workspace } = asked.connection;
    const owner = ownerOf(asked.request);
    const counts = await readCutCounts(this.database, { workspace, question: asked.question, owner, server });
    running.asker = counts.asker;
    if (statement !== null && counts.statements.includes(statement)) throw new StatementFailedError(UNENDED);
    this.refuseBusy(asked, counts);
  }

  async note(connection: WorkspaceConnection, { session, ofStatement }: CutReport): Promise<void> {
    const server = serverOf(connection);
    if (server === null) return;
    const { asked, asker = null, statement = null } = this.current.getStore() ?? {};
    const hash = ofStatement ? statement : null;
    const { workspace } = connection;
    const question = asked?.question ?? null;
    const cut = { id: newId(), workspace, question, asker, server, statement: hash, session };
    await outlastOutages(() => insertCut(this.database, cut));
  }

  /** Serializes equal statements of a question's tasks; users may read pages concurrently. */
  private async afterEqual<Answer>(
    { ofTask, question }: AskedRequest,
    statement: string | null,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (!ofTask || statement === null) return work();
    const key = `${question} ${statement}`;
    while (this.running.has(key)) await this.running.get(key);
    const answer = work().finally(() => this.running.delete(key));
    this.running.set(
      key,
      answer.catch(() => undefined),
    );
    return answer;
  }

  private refuseBusy({ ofTask, attempts }: AskedRequest, { ofAsker, ofWorkspace }: CutCounts): void {
    if (ofAsker < this.limits.asker && ofWorkspace < this.limits.workspace) return;
    if (ofTask && attempts < TRIES) {
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
