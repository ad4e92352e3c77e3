import type {
  Accepted,
  CallDetail,
  ChartSpec,
  CorrectionView,
  EscalationRecord,
  GoldSqlView,
  Id,
  Page,
  QuestionParts,
  QuestionStatus,
  QuestionView,
  RecordedEvent,
  ReplayReport,
  RowsPage,
} from '@assay/contracts';
import type { AskRequest, QuestionCorrection, QuestionSettlement } from '@assay/requests';
import { readEvents, type EventStreamOptions } from './event-stream.js';
import type { HttpTransport, RequestOptions } from './http-transport.js';

export interface AskOptions extends RequestOptions {
  /** For 24 hours the same key and body return the same question; another body gets 409. */
  idempotencyKey?: string;
}

export interface QuestionFilter {
  workspace?: Id;
  status?: QuestionStatus;
  /** Prefixes of words in question and name. */
  search?: string;
  saved?: boolean;
  follows?: Id;
  cursor?: string;
}

/** Throws ApiProblem or ConnectionProblem. */
export class QuestionsClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** Returns before the answer is ready: follow `events`, then call `get` or `record`. */
  async ask(request: AskRequest, { idempotencyKey, signal }: AskOptions = {}): Promise<Accepted> {
    const headers: Record<string, string> = {};
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    return this.transport.json({ method: 'POST', path: '/v1/questions', headers, body: request, signal });
  }

  /** Newest first. */
  async list({ saved, ...filter }: QuestionFilter = {}, options: RequestOptions = {}): Promise<Page<QuestionView>> {
    const query = { ...filter, saved: saved === undefined ? undefined : String(saved) };
    return this.transport.json({ method: 'GET', path: '/v1/questions', query, ...options });
  }

  async get(question: Id, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.json({ method: 'GET', path: pathOf(question), ...options });
  }

  async record(question: Id, options: RequestOptions = {}): Promise<EscalationRecord> {
    return this.transport.json({ method: 'GET', path: pathOf(question, '/record'), ...options });
  }

  async part<Part extends keyof QuestionParts>(
    question: Id,
    part: Part,
    options: RequestOptions = {},
  ): Promise<QuestionParts[Part]> {
    return this.transport.json({ method: 'GET', path: pathOf(question, `/${part}`), ...options });
  }

  async call(question: Id, call: Id, options: RequestOptions = {}): Promise<CallDetail> {
    const path = pathOf(question, `/calls/${encodeURIComponent(call)}`);
    return this.transport.json({ method: 'GET', path, ...options });
  }

  /** Yields all events up to `question-finished`, across reconnects. */
  events(question: Id, options: EventStreamOptions = {}): AsyncGenerator<RecordedEvent, void, undefined> {
    const isLast = (event: RecordedEvent): boolean => event.type === 'question-finished';
    return readEvents(this.transport, pathOf(question, '/events'), isLast, options);
  }

  /** Executes the winner now. 409 `NO_WINNER`. */
  async rows(
    question: Id,
    page: { offset?: number; limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<RowsPage> {
    return this.transport.json({ method: 'GET', path: pathOf(question, '/rows'), query: { ...page }, ...options });
  }

  /**
   * All rows of the winner as CSV, up to `maxExportRows`, a million and 64 MB; `truncated` if there are more.
   * Reading throws if the download breaks off.
   */
  async csv(
    question: Id,
    options: RequestOptions = {},
  ): Promise<{ truncated: boolean; text: ReadableStream<Uint8Array> }> {
    const headers = { accept: 'text/csv' };
    const response = await this.transport.open({
      method: 'GET',
      path: pathOf(question, '/rows'),
      headers,
      ...options,
    });
    if (response.body === null) throw new TypeError('the answer has no body');
    return { truncated: response.headers.get('x-assay-truncated') === 'true', text: response.body };
  }

  /** Saves the winner as a gold SQL; `created` is false if it already was. */
  async like(question: Id, options: RequestOptions = {}): Promise<{ goldSql: GoldSqlView; created: boolean }> {
    const path = pathOf(question, '/like');
    const { status, body } = await this.transport.answer<GoldSqlView>({ method: 'POST', path, ...options });
    return { goldSql: body, created: status === 201 };
  }

  /** Reports a wrong answer. `sql` is executed and becomes a gold SQL (422 on failure). */
  async correct(question: Id, correction: QuestionCorrection, options: RequestOptions = {}): Promise<CorrectionView> {
    const path = pathOf(question, '/correct');
    return this.transport.json({ method: 'POST', path, body: correction, ...options });
  }

  /**
   * Chooses an option of `openPoints` and decides again without a model.
   * 409 `NOT_OPEN` (with `nextSteps`) if nothing fits.
   */
  async settle(question: Id, settlement: QuestionSettlement, options: RequestOptions = {}): Promise<QuestionView> {
    const path = pathOf(question, '/settle');
    return this.transport.json({ method: 'POST', path, body: settlement, ...options });
  }

  /** Null removes it. */
  async name(question: Id, name: string | null, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.json({ method: 'PATCH', path: pathOf(question), body: { name }, ...options });
  }

  /** A chart of the winner's rows (a subset of Vega-Lite); null if a table fits better. */
  async chart(question: Id, options: RequestOptions = {}): Promise<ChartSpec | null> {
    const path = pathOf(question, '/chart');
    const response = await this.transport.open({ method: 'GET', path, ...options });
    return response.status === 204 ? null : ((await response.json()) as ChartSpec);
  }

  /** The question soon ends as CANCELLED. 409 `ALREADY_FINISHED`. */
  async cancel(question: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'POST', path: pathOf(question, '/cancel'), ...options });
  }

  /** Runs the pipeline again from the journal, without models, and reports differences. */
  async replay(question: Id, options: RequestOptions = {}): Promise<ReplayReport> {
    return this.transport.json({ method: 'POST', path: pathOf(question, '/replay'), ...options });
  }
}

function pathOf(question: Id, rest = ''): string {
  return `/v1/questions/${encodeURIComponent(question)}${rest}`;
}
