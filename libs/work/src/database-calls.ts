import { SpanKind } from '@opentelemetry/api';
import {
  InfrastructureError,
  PermanentError,
  newId,
  type DatabaseAnswers,
  type DatabaseRequest,
  type Id,
} from '@assay/contracts';
import type { AnswerRow, RequestedTask } from '@assay/persistence';
import { activeTraceparent, inSpan, stageSpanContext, traceparentOf } from '@assay/runtime/telemetry';
import type { Answers } from './answers.js';
import type { TaskContext } from './task-context.js';
import type { TaskLedger, TracedRequest } from './task-ledger.js';
import { MAX_ATTEMPTS, RUN_SECONDS } from './timing.js';

/** Added to the statement timeout: db-sampler reports why a database is unreachable. */
const RETRY_FOR_MS = 15_000;

const UNLIMITED_TIMEOUT_MS = 120_000;

/** `task` holds the answer on record. */
export interface DatabaseReply<Kind extends DatabaseRequest['kind']> {
  task: Id;
  answer: DatabaseAnswers[Kind];
}

interface Asker {
  run: Id | null;
  workspace: Id;
  signal: AbortSignal;
  /** Parent span of the request's task; default: the active span. */
  traceparent?: string;
}

interface AskedRow {
  asked: RequestedTask;
  row: Pick<AnswerRow, 'status' | 'result' | 'error'>;
}

/** Answers are rows. */
export class DatabaseCalls {
  constructor(
    private readonly ledger: TaskLedger,
    private readonly answers: Answers,
  ) {}

  /**
   * Asks outside of a task (a page of rows, an introspection).
   * @param key requests with the same key share an answer; null: its own
   * @throws PermanentError or InfrastructureError (retryable) with the code of db-sampler
   */
  async ask<Kind extends DatabaseRequest['kind']>(
    asker: Asker,
    request: DatabaseRequest & { kind: Kind },
    key: string | null = null,
  ): Promise<DatabaseReply<Kind>> {
    const traceparent = asker.traceparent ?? activeTraceparent() ?? undefined;
    const wanted: TracedRequest = {
      id: newId(),
      run: asker.run,
      workspace: asker.workspace,
      queue: 'db-sampler',
      priority: 0,
      maxAttempts: asker.run === null ? 2 : MAX_ATTEMPTS,
      runSeconds: RUN_SECONDS,
      payload: request,
      key,
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const timeoutMs = 'limits' in request ? request.limits.statementTimeoutMs : UNLIMITED_TIMEOUT_MS;
    const start = { name: `ask db-sampler to ${request.kind}`, kind: SpanKind.PRODUCER };
    const { asked, row } = await inSpan(start, () => this.requestAgainIfLost(wanted, timeoutMs, asker.signal));
    if (row.status !== 'DONE') throw failed(row.error);
    this.answers.keep(asked.task, row.result);
    return { task: asked.task, answer: row.result as DatabaseAnswers[Kind] };
  }

  /** Repeats a request that a crash of Postgres lost. */
  private async requestAgainIfLost(wanted: TracedRequest, timeoutMs: number, signal: AbortSignal): Promise<AskedRow> {
    const first = await this.request(wanted, timeoutMs, signal);
    return first.row.status === 'MISSING' ? this.request({ ...wanted, id: newId() }, timeoutMs, signal) : first;
  }

  private async request(wanted: TracedRequest, timeoutMs: number, signal: AbortSignal): Promise<AskedRow> {
    const asked = await this.ledger.request(wanted, signal);
    if (asked.status === 'DONE') return { asked, row: asked };
    return { asked, row: await this.answers.wait(asked.task, timeoutMs + RETRY_FOR_MS, signal) };
  }

  /** Like `ask`, as a step of a task: a repeated task gets the recorded answer. */
  async askInTask<Kind extends DatabaseRequest['kind']>(
    context: TaskContext,
    request: DatabaseRequest & { kind: Kind },
    key: string | null,
  ): Promise<DatabaseReply<Kind>> {
    let reply: DatabaseReply<Kind> | null = null;
    const { run, stage, workspace, signal } = context;
    // the stage's span is always exported; this task's only if it ends
    const traceparent = run && stage ? traceparentOf(stageSpanContext(run, stage.id)) : undefined;
    const asker: Asker = { run: run?.id ?? null, workspace, signal, traceparent };
    const step = await context.journal.step('database', JSON.stringify([key, request]), async () => {
      const startedAt = performance.now();
      reply = await this.ask<Kind>(asker, request, key);
      return {
        answer: { task: reply.task } satisfies { task: Id },
        raw: null,
        status: 'answered' as const,
        request: { kind: request.kind },
        details: { latencyMs: performance.now() - startedAt },
      };
    });
    if (reply !== null) return reply;
    const { task } = step.answer as { task: Id };
    return { task, answer: (await this.answers.get(task)) as DatabaseAnswers[Kind] };
  }
}

/** Codes outside of `PERMANENT` are retryable. */
function failed(error: { code: string; message: string } | null): Error {
  if (error === null) return new InfrastructureError('DB_SAMPLER_UNAVAILABLE', 'db-sampler returned no answer.');
  return PERMANENT.has(error.code)
    ? new PermanentError(error.code, error.message)
    : new InfrastructureError(error.code, error.message);
}

const PERMANENT = new Set([
  'TARGET_URL_INVALID',
  'TARGET_HOST_FORBIDDEN',
  // db-sampler has retried these long enough
  'DATABASE_UNREACHABLE',
  'TARGET_CONNECTION_LOST',
  'TARGET_UNAVAILABLE',
  'TARGET_BUSY',
  'ROLE_TOO_POWERFUL',
  'ASKER_REFUSED',
  'ASKER_UNSAFE',
  'TABLE_UNKNOWN',
  'TABLE_REFUSED',
  'TABLE_UNREADABLE',
  'CATALOG_UNREADABLE',
  'UNSTORABLE_VALUE',
  'NO_WORKSPACE',
  'SECRET_UNREADABLE',
]);
