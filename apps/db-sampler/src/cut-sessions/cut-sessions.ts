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
import { serverOf, type WorkspaceConnection } from '../sampler/index.js';
import { insertCut, readStanding, type Standing } from '../sql/cut-sessions.js';

/** Sessions of one server that may be cut and still busy before statements are refused: of one asker, of a workspace. */
export interface CutLimits {
  asker: number;
  workspace: number;
}

const CUT_LIMITS: CutLimits = { asker: 2, workspace: 4 };

/** A request of a run is tried again so much later; the sessions are looked for as often. Milliseconds. */
const RETRY_MS = 5000;
/** Tries of a request of a run; its caller waits longer than they take. */
const TRIES = 3;

/** Requests of the workspace's administrator: they read catalogs only, and say whether the server answers. */
const ALWAYS_ADMITTED: ReadonlySet<DatabaseRequest['kind']> = new Set(['check', 'introspect']);

/** A request, and who made it. */
export interface AskedRequest {
  connection: WorkspaceConnection;
  request: DatabaseRequest;
  /** The question that it is made for. */
  question: Id | null;
  /** Whether a task of the question made it, which is tried again. */
  ofTask: boolean;
  /** How often it has been tried, this time included. */
  attempts: number;
}

/** Data recorded with a session that is cut under a request. */
type Answered = Pick<AskedRequest, 'question'> & Pick<Standing, 'asker'> & { statement: string | null };

/**
 * Remembers, for all db-samplers, the sessions of target databases that were cut while they were busy. A question never
 * runs a statement again whose session was cut; who has too many of them on a server has to wait until they end.
 */
export class CutSessions {
  private readonly current = new AsyncLocalStorage<Answered>();
  /** Statements of questions that this process runs: an equal one waits, and learns whether its session was cut. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly limits: CutLimits = CUT_LIMITS,
  ) {}

  /**
   * Answers a request, unless its statement was cut before: then by that failure.
   *
   * @throws InfrastructureError `TARGET_BUSY` for a task that may be tried again, PermanentError `TARGET_BUSY` otherwise
   */
  async run<Answer>(asked: AskedRequest, work: () => Promise<Answer>): Promise<Answer | Failure> {
    const { connection, request, question } = asked;
    const server = serverOf(connection);
    if (server === null || ALWAYS_ADMITTED.has(request.kind)) return work();
    const { workspace } = connection;
    const statement = await hashOf(asked);
    return this.afterEqual(asked, statement, async () => {
      const standing = await readStanding(this.database, { workspace, question, owner: ownerOf(request), server });
      if (statement !== null && standing.statements.includes(statement)) return failureOf(request);
      this.admit(asked, standing);
      return this.current.run({ question, asker: standing.asker, statement }, work);
    });
  }

  /** Puts a session that was cut on record. */
  async note(connection: WorkspaceConnection, { session, ofStatement }: CutReport): Promise<void> {
    const server = serverOf(connection);
    if (server === null) return;
    const { question = null, asker = null, statement = null } = this.current.getStore() ?? {};
    const hash = ofStatement ? statement : null;
    const { workspace } = connection;
    const cut = { id: newId(), workspace, question, asker, server, statement: hash, session };
    await outlastOutages(() => insertCut(this.database, cut));
  }

  /** Tasks of a question run equal statements one after another; people may read pages at once. */
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

  private admit({ ofTask, attempts }: AskedRequest, { ofAsker, ofWorkspace }: Standing): void {
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

/** The caller of a request that no task made. */
function ownerOf(request: DatabaseRequest): string | null {
  return 'askedBy' in request ? (request.askedBy?.owner ?? null) : null;
}

/** Hash of the canonical SQL; null for a request that names no statement or belongs to no question. */
async function hashOf({ request, connection, question }: AskedRequest): Promise<string | null> {
  return 'sql' in request && question !== null ? (await canonicalSql(request.sql, connection.dialect)).hash : null;
}
