import { Inject, Injectable } from '@nestjs/common';
import { RequestProblem, isId, newId, type Accepted, type EscalationRecord, type Id } from '@assay/contracts';
import type { Messaging } from '@assay/messaging';
import { GoldSqls, QuestionIntake, QuestionReader, unrestricted, type Liked } from '@assay/questions';
import { MESSAGING, traceOfJob } from '@assay/service';

/** Backends that reach the queue may do what an admin may: who can write to it is Redis's or Postgres's own rights. */
const ASKER = unrestricted('queue:questions');

const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;

/** What a job on the `questions` queue brings. */
export interface QuestionsRequest {
  name: string;
  id: string;
  addedAt: number;
  payload: Record<string, unknown>;
  traceparent: string | null;
}

/** The HTTP requests that matter to a backend, as jobs: `ask`, `like`, `cancel`, `record`. */
@Injectable()
export class QuestionsService {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly reader: QuestionReader,
    private readonly goldSqls: GoldSqls,
    @Inject(MESSAGING) private readonly messaging: Messaging,
  ) {}

  /** Carries a job out; its return value is the job's. What is refused fails the job, and is told to `replyTo`. */
  async handle(request: QuestionsRequest): Promise<unknown> {
    const replyTo = replyQueueOf(request.payload);
    try {
      const outcome = await this.carryOut(request);
      if (replyTo !== null && request.name !== 'ask') await this.messaging.reply(replyTo, outcome, `reply-${newId()}`);
      return outcome;
    } catch (error) {
      if (replyTo !== null && error instanceof RequestProblem) {
        await this.messaging.reply(replyTo, refusalOf(request, error), `reply-${newId()}`);
      }
      throw error;
    }
  }

  private async carryOut(request: QuestionsRequest): Promise<Accepted | QuestionOutcome> {
    const { name, payload } = request;
    if (name === 'ask') return this.ask(request);
    const question = questionOf(payload);
    switch (name) {
      case 'like':
        return { question, liked: await this.goldSqls.like(question, ASKER) };
      case 'cancel':
        return { question, cancelled: await this.intake.cancel(question, ASKER) };
      case 'record':
        return { question, record: await this.reader.record(question, ASKER) };
      default:
        throw new RequestProblem(422, 'UNKNOWN_JOB', `The queue "questions" knows no job "${name}".`, {
          errors: [{ field: 'name', message: 'must be ask, like, cancel or record' }],
        });
    }
  }

  private ask(request: QuestionsRequest): Promise<Accepted> {
    const { id, addedAt, payload } = request;
    // a job whose consumer was killed comes again: without a key of the asker's, it is told by itself
    const { idempotencyKey = `job ${id} of ${addedAt}`, traceparent: _told, ...body } = payload;
    return this.intake.ask({
      body,
      caller: ASKER,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
      traceContext: traceOfJob(request),
    });
  }
}

/** What a job about a question gives. */
interface QuestionOutcome {
  question: Id;
  record?: EscalationRecord;
  liked?: Liked;
  cancelled?: Accepted;
}

function questionOf({ question }: Record<string, unknown>): Id {
  if (isId(question)) return question;
  throw new RequestProblem(422, 'INVALID_FIELDS', 'The job names no question.', {
    errors: [{ field: 'question', message: 'must be the id of a question' }],
  });
}

function replyQueueOf({ replyTo }: Record<string, unknown>): string | null {
  return typeof replyTo === 'string' && REPLY_QUEUE.test(replyTo) ? replyTo : null;
}

function refusalOf({ payload }: QuestionsRequest, problem: RequestProblem): object {
  const errors = problem.errors.length > 0 ? problem.errors : [{ field: '', message: problem.message }];
  return { ...(isId(payload['question']) ? { question: payload['question'] } : {}), code: problem.code, errors };
}
