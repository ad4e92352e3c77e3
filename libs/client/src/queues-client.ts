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
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export interface DeadLetterFilter {
  queue?: string;
  cursor?: string;
}

/** Queues and dead letters; needs an admin key. Every method throws ApiProblem or ConnectionProblem. */
export class QueuesClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** Every queue: depth, age of the oldest, failed. */
  async list(options: RequestOptions = {}): Promise<QueueView[]> {
    const page = await this.transport.json<Page<QueueView>>({ method: 'GET', path: '/v1/queues', ...options });
    return page.items;
  }

  /** No service takes a job of it; what runs goes on. */
  async pause(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/pause'), ...options });
  }

  async resume(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/resume'), ...options });
  }

  /** Throws waiting jobs away; those of unfinished tasks are published again at once. */
  async drain(queue: string, options: RequestOptions = {}): Promise<QueueDrain> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/drain'), ...options });
  }

  /** Drives its dead letters again, and lets failed jobs wait again. */
  async retry(queue: string, options: RequestOptions = {}): Promise<QueueRetry> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/retry'), ...options });
  }

  /** Tasks that ended DEAD, newest first. */
  async deadLetters(filter: DeadLetterFilter = {}, options: RequestOptions = {}): Promise<Page<DeadLetterView>> {
    return this.transport.json({ method: 'GET', path: '/v1/dead-letters', query: { ...filter }, ...options });
  }

  /** All of them, page by page. */
  allDeadLetters(queue?: string, options: RequestOptions = {}): AsyncGenerator<DeadLetterView, void, undefined> {
    return everyItem((cursor) => this.deadLetters({ queue, cursor }, options));
  }

  /** One dead letter: what it was told, and what it did. */
  async deadLetter(task: Id, options: RequestOptions = {}): Promise<DeadLetterDetail> {
    return this.transport.json({ method: 'GET', path: letterPath(task), ...options });
  }

  /** 409 `NOT_DEAD`, `STAGE_OVER`, `RUN_DECIDED` where nothing is to be done about it. */
  async retryDeadLetter(task: Id, options: RequestOptions = {}): Promise<Redriven> {
    return this.transport.json({ method: 'POST', path: letterPath(task, '/retry'), ...options });
  }
}

function pathOf(queue: string, rest: string): string {
  return `/v1/queues/${encodeURIComponent(queue)}${rest}`;
}

function letterPath(task: Id, rest = ''): string {
  return `/v1/dead-letters/${encodeURIComponent(task)}${rest}`;
}
