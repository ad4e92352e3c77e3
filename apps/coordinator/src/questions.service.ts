import { Inject, Injectable } from '@nestjs/common';
import {
  RequestProblem,
  isId,
  isTerminal,
  newId,
  type Accepted,
  type AuditAction,
  type EscalationRecord,
  type Id,
} from '@assay/contracts';
import type { Messaging, ReceivedJob } from '@assay/work/messaging';
import { requeueReply } from '@assay/persistence';
import { AuditTrail, Likes, QuestionIntake, QuestionReader, type Liked } from '@assay/questions';
import {
  AskJob,
  isIdempotencyKey,
  isReplyQueue,
  parseRequest,
  QuestionJob,
  ReplyAddress,
  unrestricted,
  type Caller,
} from '@assay/contracts/requests';
import { InjectConfig, type Config } from '@assay/runtime';
import { callerOfJob, MESSAGING, traceOfJob } from '@assay/work/service';
import { TaskRuntime } from '@assay/work';
import { createHash } from 'node:crypto';

/** Clients with write access to the queue are admins; Redis or Postgres controls that access. */
const ASKER = unrestricted('queue:questions');
/** Caller of `like`: unlike an admin, it approves no SQL with values that only its asker may see. */
const CURATOR: Caller = { ...ASKER, grants: [{ role: 'curating-key', workspaces: null }] };

export const QUESTION_JOBS: readonly string[] = ['ask', 'like', 'cancel', 'record'];

export type QuestionsRequest = ReceivedJob<'questions'>;

/** Job variants of HTTP requests: `ask`, `like`, `cancel`, `record`. */
@Injectable()
export class QuestionsService {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly reader: QuestionReader,
    private readonly likes: Likes,
    private readonly audit: AuditTrail,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    private readonly work: TaskRuntime,
    @InjectConfig() private readonly config: Pick<Config, 'http'>,
  ) {}

  /** The job's value; the reply to an ask follows when its question ends. */
  async handle(request: QuestionsRequest): Promise<unknown> {
    // first: with a forbidden reply queue the asker would wait for ever
    const { replyTo } = await parseRequest(ReplyAddress, fieldsOf(request));
    const outcome = await this.execute(request);
    if (replyTo !== undefined && request.name !== 'ask') {
      await this.messaging.reply(replyTo, { job: request.id, ...outcome }, `reply-${newId()}`);
    }
    return outcome;
  }

  async refuse(request: QuestionsRequest, problem: RequestProblem): Promise<void> {
    const { replyTo } = fieldsOf(request);
    if (!isReplyQueue(replyTo)) return;
    await this.messaging.reply(replyTo, refusalOf(request, problem), `reply-${newId()}`);
  }

  private async execute(request: QuestionsRequest): Promise<Accepted | QuestionOutcome> {
    const { name } = request;
    if (name === 'ask') return this.ask(request);
    if (!QUESTION_JOBS.includes(name)) throw unknownJob(name);
    const { question } = await questionJobOf(request);
    const caller = await this.callerOf(request);
    const done = async (action: AuditAction, outcome: Omit<QuestionOutcome, 'question'>): Promise<QuestionOutcome> => {
      await this.audit.write({ action, caller, question, details: { job: request.id } });
      return { question, ...outcome };
    };
    switch (name) {
      case 'like':
        return done('question-liked', { liked: await this.likes.like(question, caller === ASKER ? CURATOR : caller) });
      case 'cancel':
        return done('question-cancelled', { cancelled: await this.intake.cancel(question, caller) });
      case 'record':
        return done('record-read', { record: await this.reader.recordForQueue(question, caller) });
      default:
        throw unknownJob(name);
    }
  }

  private async ask(request: QuestionsRequest): Promise<Accepted> {
    const {
      idempotencyKey,
      traceparent: _traceparent,
      person: _person,
      ...ask
    } = await parseRequest(AskJob, fieldsOf(request));
    const caller = await this.callerOf(request);
    const key = idempotencyKey ?? keyOf(request);
    const traceContext = traceOfJob(request);
    const accepted = await this.intake.ask({ ask, caller, idempotencyKey: key, traceContext });
    // a repeated request after the end has lost its reply
    const again = typeof idempotencyKey === 'string' && isTerminal(accepted.status);
    if (again) await requeueReply(this.work.database, accepted.id);
    return accepted;
  }

  private callerOf(request: QuestionsRequest): Promise<Caller> {
    return callerOfJob(ASKER, fieldsOf(request), this.work.database, this.config);
  }
}

interface QuestionOutcome {
  question: Id;
  record?: EscalationRecord;
  liked?: Liked;
  cancelled?: Accepted;
}

/** Default key, derived from the job: BullMQ redelivers jobs of killed consumers. */
function keyOf({ id, addedAt }: QuestionsRequest): string {
  const jobKey = `job ${id} of ${addedAt}`;
  // clients choose job names freely
  return isIdempotencyKey(jobKey) ? jobKey : `job ${createHash('sha256').update(id).digest('hex')} of ${addedAt}`;
}

async function questionJobOf(request: QuestionsRequest): Promise<QuestionJob> {
  return parseRequest(QuestionJob, fieldsOf(request)).catch((error: unknown) => {
    if (!(error instanceof RequestProblem)) throw error;
    throw new RequestProblem(error.status, 'INVALID_FIELDS', error.message, { errors: error.errors });
  });
}

function unknownJob(name: string): RequestProblem {
  return new RequestProblem(422, 'UNKNOWN_JOB', `The queue "questions" knows no job "${name}".`, {
    errors: [{ field: 'name', message: 'must be ask, like, cancel or record' }],
  });
}

/** Other clients may send anything; non-objects have no fields. */
function fieldsOf({ payload }: Pick<QuestionsRequest, 'payload'>): Record<string, unknown> {
  const given: unknown = payload;
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
}

/** Identified by `job` and the asker's idempotency key. */
function refusalOf(request: QuestionsRequest, problem: RequestProblem): object {
  const { question, idempotencyKey } = fieldsOf(request);
  const errors = problem.errors.length > 0 ? problem.errors : [{ field: '', message: problem.message }];
  return {
    job: request.id,
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
    ...(isId(question) ? { question } : {}),
    code: problem.code,
    errors,
    nextSteps: problem.nextSteps,
  };
}
