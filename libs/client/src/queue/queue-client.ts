import {
  newId,
  REPLY_QUEUE,
  type EscalationRecord,
  type FieldProblem,
  type GoldSqlView,
  type Id,
  type RefusalStep,
} from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';
import type { Job, Queue, Worker } from 'bullmq';
import { openQueues, type QueueConnection } from './open-queues.js';
import { QueueRefusal } from './queue-refusal.js';

export interface QueueClientOptions {
  /** Redis, or Assay's own Postgres. */
  connection: QueueConnection;
  /** `replies-` and 1 to 64 of a–z, 0–9, hyphen. */
  replyTo: string;
  /** Called for lost connections, which recover automatically. */
  onError?: (error: Error) => void;
}

export interface QueueAskOptions {
  /** 24 hours: same key and body, same question. Default: generated. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface Reply {
  /** Id of the job that is answered; absent for an ended question. */
  job?: string;
  idempotencyKey?: string;
  question?: Id;
  record?: EscalationRecord;
  liked?: { goldSql: GoldSqlView; created: boolean };
  errors?: FieldProblem[];
  code?: string;
  nextSteps?: RefusalStep[];
}

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (reason: unknown) => void;
}

/** Each client needs its own reply queue: any client of a queue may take a reply, and drop it. */
export class AssayQueueClient {
  private readonly waiting = new Map<string, Waiting>();

  private constructor(
    private readonly questions: Queue,
    private readonly replies: Worker,
    private readonly replyTo: string,
    private readonly disconnect: () => Promise<void>,
  ) {}

  /** @throws TypeError for an invalid reply queue name */
  static async open({ connection, replyTo, onError = () => undefined }: QueueClientOptions): Promise<AssayQueueClient> {
    if (!REPLY_QUEUE.test(replyTo)) throw new TypeError(`${replyTo} does not match ${REPLY_QUEUE.source}`);
    let client: AssayQueueClient | null = null;
    const take = async (job: Job<Reply>): Promise<void> => client?.take(job.data);
    const { questions, replies, disconnect } = await openQueues(connection, replyTo, take, onError);
    client = new AssayQueueClient(questions, replies, replyTo, disconnect);
    void replies.run();
    return client;
  }

  /**
   * Resolves with the record once the question has ended.
   * @throws QueueRefusal
   */
  async ask(
    body: Omit<AskRequest, 'replyTo'>,
    { idempotencyKey = newId(), signal }: QueueAskOptions = {},
  ): Promise<EscalationRecord> {
    const reply = await this.send('ask', { ...body, idempotencyKey }, idempotencyKey, signal);
    return reply.record as EscalationRecord;
  }

  /** @throws QueueRefusal */
  async record(question: Id, signal?: AbortSignal): Promise<EscalationRecord> {
    return (await this.sendAbout('record', question, signal)).record as EscalationRecord;
  }

  /** @throws QueueRefusal `NO_WINNER` */
  async like(question: Id, signal?: AbortSignal): Promise<{ goldSql: GoldSqlView; created: boolean }> {
    return (await this.sendAbout('like', question, signal)).liked as { goldSql: GoldSqlView; created: boolean };
  }

  /** @throws QueueRefusal `ALREADY_FINISHED` */
  async cancel(question: Id, signal?: AbortSignal): Promise<void> {
    await this.sendAbout('cancel', question, signal);
  }

  async close(): Promise<void> {
    for (const { reject } of this.waiting.values()) reject(new Error('the client was closed'));
    this.waiting.clear();
    await Promise.allSettled([this.replies.close(), this.questions.close()]);
    await this.disconnect();
  }

  private sendAbout(name: string, question: Id, signal?: AbortSignal): Promise<Reply> {
    const reference = newId();
    return this.send(name, { question }, reference, signal);
  }

  /** @param reference of the reply: the idempotency key of a question, else the job's id */
  private async send(name: string, data: object, reference: string, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    const replied = new Promise<Reply>((resolve, reject) => {
      this.waiting.set(reference, { resolve, reject });
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    // A refusal may arrive before `add` resolves.
    replied.catch(() => undefined);
    try {
      await this.questions.add(
        name,
        { ...data, replyTo: this.replyTo },
        {
          jobId: name === 'ask' ? newId() : reference,
          removeOnComplete: true,
          removeOnFail: true,
        },
      );
      return await replied;
    } finally {
      this.waiting.delete(reference);
    }
  }

  private take(reply: Reply): void {
    const waiting = this.waiting.get(reply.idempotencyKey ?? reply.job ?? '');
    if (!waiting) return;
    if (reply.errors) waiting.reject(new QueueRefusal(reply.code ?? 'REFUSED', reply.errors, reply.nextSteps));
    else waiting.resolve(reply);
  }
}
