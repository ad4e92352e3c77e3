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

/** Needs an admin key or the role admin. */
export class QueuesClient {
  constructor(private readonly transport: HttpTransport) {}

  async list(options: RequestOptions = {}): Promise<QueueView[]> {
    const page = await this.transport.json<Page<QueueView>>({ method: 'GET', path: '/v1/queues', ...options });
    return page.items;
  }

  /** Running jobs continue. */
  async pause(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/pause'), ...options });
  }

  async resume(queue: string, options: RequestOptions = {}): Promise<QueueView> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/resume'), ...options });
  }

  /** Deletes waiting jobs; unfinished tasks are republished. */
  async drain(queue: string, options: RequestOptions = {}): Promise<QueueDrain> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/drain'), ...options });
  }

  /** Retries its dead letters and failed jobs. */
  async retry(queue: string, options: RequestOptions = {}): Promise<QueueRetry> {
    return this.transport.json({ method: 'POST', path: pathOf(queue, '/retry'), ...options });
  }

  /** Tasks that ended DEAD, newest first. */
  async deadLetters(filter: DeadLetterFilter = {}, options: RequestOptions = {}): Promise<Page<DeadLetterView>> {
    return this.transport.json({ method: 'GET', path: '/v1/dead-letters', query: { ...filter }, ...options });
  }

  allDeadLetters(queue?: string, options: RequestOptions = {}): AsyncGenerator<DeadLetterView, void, undefined> {
    return everyItem((cursor) => this.deadLetters({ queue, cursor }, options));
  }

  async deadLetter(task: Id, options: RequestOptions = {}): Promise<DeadLetterDetail> {
    return this.transport.json({ method: 'GET', path: letterPath(task), ...options });
  }

  /** 409 `NOT_DEAD`, `STAGE_OVER`, `RUN_DECIDED`. */
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
