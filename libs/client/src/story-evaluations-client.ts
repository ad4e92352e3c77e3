import type {
  Accepted,
  Id,
  Page,
  StoryEvaluationRecord,
  StoryEvaluationStatus,
  StoryEvaluationView,
  StoryEvent,
} from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/contracts/requests';
import { readEvents, type EventStreamOptions } from './event-stream.js';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class StoryEvaluationsClient {
  constructor(private readonly transport: HttpTransport) {}

  async evaluate(
    request: StoryEvaluationRequest,
    options: RequestOptions = {},
  ): Promise<Accepted<StoryEvaluationStatus>> {
    return this.transport.post('/v1/story-evaluations', options, request);
  }

  /** Newest first: the caller's own; all for admins and auditors. */
  async list(
    page: { cursor?: string; limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<Page<StoryEvaluationView>> {
    return this.transport.get('/v1/story-evaluations', options, page);
  }

  all(options: RequestOptions = {}): AsyncGenerator<StoryEvaluationView, void, undefined> {
    return everyItem((cursor) => this.list({ cursor }, options));
  }

  async get(evaluation: Id, options: RequestOptions = {}): Promise<StoryEvaluationView> {
    return this.transport.get(path`/v1/story-evaluations/${evaluation}`, options);
  }

  async record(evaluation: Id, options: RequestOptions = {}): Promise<StoryEvaluationRecord> {
    return this.transport.get(path`/v1/story-evaluations/${evaluation}/record`, options);
  }

  /** All events up to the final status, across reconnects. */
  events(evaluation: Id, options: EventStreamOptions = {}): AsyncGenerator<StoryEvent, void, undefined> {
    const isLast = (event: StoryEvent): boolean =>
      event.type.endsWith('-finished') && typeof event['status'] === 'string';
    return readEvents(this.transport, path`/v1/story-evaluations/${evaluation}/events`, isLast, options);
  }

  async ttsSchema(evaluation: Id, label: string, options: RequestOptions = {}): Promise<unknown> {
    return this.transport.get(path`/v1/story-evaluations/${evaluation}/tts-schema.json`, options, { label });
  }

  async cancel(evaluation: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'POST', path: path`/v1/story-evaluations/${evaluation}/cancel`, ...options });
  }
}
