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
  /** The same key with the same body gives the same question for 24 hours; with another body it is refused (409). */
  idempotencyKey?: string;
}

export interface QuestionFilter {
  workspace?: Id;
  status?: QuestionStatus;
  /** Beginnings of words of question and name. */
  search?: string;
  /** Only those that are saved under a name. */
  saved?: boolean;
  /** Only follow-ups of this question. */
  follows?: Id;
  cursor?: string;
}

/** Questions. Every method throws ApiProblem or ConnectionProblem. */
export class QuestionsClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** Asks; the answer is worked out in the background: follow `events`, then `get` or `record`. */
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

  /** The escalation record: everything that led to the answer. */
  async record(question: Id, options: RequestOptions = {}): Promise<EscalationRecord> {
    return this.transport.json({ method: 'GET', path: pathOf(question, '/record'), ...options });
  }

  /** A part of the question that has a route of its own. */
  async part<Part extends keyof QuestionParts>(
    question: Id,
    part: Part,
    options: RequestOptions = {},
  ): Promise<QuestionParts[Part]> {
    return this.transport.json({ method: 'GET', path: pathOf(question, `/${part}`), ...options });
  }

  /** One model call whole. */
  async call(question: Id, call: Id, options: RequestOptions = {}): Promise<CallDetail> {
    const path = pathOf(question, `/calls/${encodeURIComponent(call)}`);
    return this.transport.json({ method: 'GET', path, ...options });
  }

  /** What happens and happened to the question, from its first event to `question-finished`, whatever breaks between. */
  events(question: Id, options: EventStreamOptions = {}): AsyncGenerator<RecordedEvent, void, undefined> {
    const isLast = (event: RecordedEvent): boolean => event.type === 'question-finished';
    return readEvents(this.transport, pathOf(question, '/events'), isLast, options);
  }

  /** A page of what the winner returns now; 409 `NO_WINNER` where there is none. */
  async rows(
    question: Id,
    page: { offset?: number; limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<RowsPage> {
    return this.transport.json({ method: 'GET', path: pathOf(question, '/rows'), query: { ...page }, ...options });
  }

  /**
   * All rows of the winner as CSV, of one execution, up to the setting `maxExportRows`, a million, and 64 MB; `truncated`
   * says that there are more. The text comes in pieces; where it breaks off, reading throws.
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

  /** Makes a gold SQL of the question's winner; `created` is false where it was liked before. */
  async like(question: Id, options: RequestOptions = {}): Promise<{ goldSql: GoldSqlView; created: boolean }> {
    const path = pathOf(question, '/like');
    const { status, body } = await this.transport.answer<GoldSqlView>({ method: 'POST', path, ...options });
    return { goldSql: body, created: status === 201 };
  }

  /** Says that the answer is wrong; `sql` is run and becomes a gold SQL (422 otherwise), a comment is kept. */
  async correct(question: Id, correction: QuestionCorrection, options: RequestOptions = {}): Promise<CorrectionView> {
    const path = pathOf(question, '/correct');
    return this.transport.json({ method: 'POST', path, body: correction, ...options });
  }

  /**
   * Says what is meant by one of `openPoints`: the question as it is decided then, without a model. 409 `NOT_OPEN` (with
   * `nextSteps`) where nothing fits.
   */
  async settle(question: Id, settlement: QuestionSettlement, options: RequestOptions = {}): Promise<QuestionView> {
    const path = pathOf(question, '/settle');
    return this.transport.json({ method: 'POST', path, body: settlement, ...options });
  }

  /** Saves the question under a name; null removes it. */
  async name(question: Id, name: string | null, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.json({ method: 'PATCH', path: pathOf(question), body: { name }, ...options });
  }

  /** A chart of what the winner returns (a small part of Vega-Lite); null where a table shows it better. */
  async chart(question: Id, options: RequestOptions = {}): Promise<ChartSpec | null> {
    const path = pathOf(question, '/chart');
    const response = await this.transport.open({ method: 'GET', path, ...options });
    return response.status === 204 ? null : ((await response.json()) as ChartSpec);
  }

  /** Asks for the end of the work; the question ends as CANCELLED soon after. 409 `ALREADY_FINISHED` where it has. */
  async cancel(question: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'POST', path: pathOf(question, '/cancel'), ...options });
  }

  /** Runs the pipeline again from the journal, without a model, and tells what differs today. */
  async replay(question: Id, options: RequestOptions = {}): Promise<ReplayReport> {
    return this.transport.json({ method: 'POST', path: pathOf(question, '/replay'), ...options });
  }
}

function pathOf(question: Id, rest = ''): string {
  return `/v1/questions/${encodeURIComponent(question)}${rest}`;
}
