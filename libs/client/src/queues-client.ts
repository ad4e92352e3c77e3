import type {
  DeadLetterDetail,
  DeadLetterView,
  Id,
  Page,
  QueueDrain,
  QueueRetry,
  QueueView,
  Redriven,
} from '@assay/contracts';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export interface DeadLetterFilter {
  queue?: string;
  cursor?: string;
}

/** Needs an admin key or the role admin. */
export class QueuesClient {
  constructor(private readonly transport: HttpTransport) {}

  async list(options: RequestOptions = {}): Promise<QueueView[]> {
    const page = await this.transport.get<Page<QueueView>>('/v1/queues', options);
    return page.items;
  }

  /** Running jobs continue. */
  async pause(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.post(path`/v1/queues/${queue}/pause`, options);
  }

  async resume(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.post(path`/v1/queues/${queue}/resume`, options);
  }

  /** Deletes waiting jobs; unfinished tasks are republished. */
  async drain(queue: string, options: RequestOptions = {}): Promise<QueueDrain> {
    return this.transport.post(path`/v1/queues/${queue}/drain`, options);
  }

  /** Retries its dead letters and failed jobs. */
  async retry(queue: string, options: RequestOptions = {}): Promise<QueueRetry> {
    return this.transport.post(path`/v1/queues/${queue}/retry`, options);
  }

  /** Tasks that ended DEAD, newest first. */
  async deadLetters(filter: DeadLetterFilter = {}, options: RequestOptions = {}): Promise<Page<DeadLetterView>> {
    return this.transport.get('/v1/dead-letters', options, filter);
  }

  allDeadLetters(queue?: string, options: RequestOptions = {}): AsyncGenerator<DeadLetterView, void, undefined> {
    return everyItem((cursor) => this.deadLetters({ queue, cursor }, options));
  }

  async deadLetter(task: Id, options: RequestOptions = {}): Promise<DeadLetterDetail> {
    return this.transport.get(path`/v1/dead-letters/${task}`, options);
  }

  /** 409 `NOT_DEAD`, `STAGE_OVER`, `RUN_DECIDED`. */
  async retryDeadLetter(task: Id, options: RequestOptions = {}): Promise<Redriven> {
    return this.transport.post(path`/v1/dead-letters/${task}/retry`, options);
  }
}
