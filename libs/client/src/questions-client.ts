import type {
  Accepted,
  CallDetail,
  ChartSpec,
  CorrectionView,
  EscalationRecord,
  GoldSqlView,
  Id,
  LinkedAnswer,
  LinkView,
  Page,
  QuestionParts,
  QuestionStatus,
  QuestionView,
  RecordedEvent,
  ReplayReport,
  RowsPage,
} from '@assay/contracts';
import type { AskRequest, LinkCreate, QuestionCorrection, QuestionSettlement } from '@assay/contracts/requests';
import { readEvents, type EventStreamOptions } from './event-stream.js';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';

export interface AskOptions extends RequestOptions {
  /** 24 hours: same key and body, same question; another body: 409. */
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

export class QuestionsClient {
  constructor(private readonly transport: HttpTransport) {}

  /** Resolves before there is an answer: follow `events`, then `get` or `record`. */
  async ask(request: AskRequest, { idempotencyKey, signal }: AskOptions = {}): Promise<Accepted> {
    const headers: Record<string, string> = {};
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    return this.transport.json({ method: 'POST', path: '/v1/questions', headers, body: request, signal });
  }

  async list({ saved, ...filter }: QuestionFilter = {}, options: RequestOptions = {}): Promise<Page<QuestionView>> {
    const query = { ...filter, saved: saved === undefined ? undefined : String(saved) };
    return this.transport.get('/v1/questions', options, query);
  }

  async get(question: Id, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.get(path`/v1/questions/${question}`, options);
  }

  async record(question: Id, options: RequestOptions = {}): Promise<EscalationRecord> {
    return this.transport.get(path`/v1/questions/${question}/record`, options);
  }

  async part<Part extends keyof QuestionParts>(
    question: Id,
    part: Part,
    options: RequestOptions = {},
  ): Promise<QuestionParts[Part]> {
    return this.transport.get(path`/v1/questions/${question}/${part}`, options);
  }

  async call(question: Id, call: Id, options: RequestOptions = {}): Promise<CallDetail> {
    return this.transport.get(path`/v1/questions/${question}/calls/${call}`, options);
  }

  /** Yields all events up to `question-finished`, across reconnects. */
  events(question: Id, options: EventStreamOptions = {}): AsyncGenerator<RecordedEvent, void, undefined> {
    const isLast = (event: RecordedEvent): boolean => event.type === 'question-finished';
    return readEvents(this.transport, path`/v1/questions/${question}/events`, isLast, options);
  }

  /** For people without a key; 409 `LINKS_OFF`. */
  async link(question: Id, link: Partial<LinkCreate> = {}, { signal }: RequestOptions = {}): Promise<LinkView> {
    return this.transport.json({ method: 'POST', path: path`/v1/questions/${question}/links`, body: link, signal });
  }

  /** Ends all links of the question. */
  async unlink(question: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: path`/v1/questions/${question}/links`, ...options });
  }

  /** What a link shows; needs no key. */
  async linked(token: string, options: RequestOptions = {}): Promise<LinkedAnswer> {
    return this.transport.get(path`/links/${token}/answer`, options);
  }

  /** Executes the winner now, or a candidate, whose rows are untested; `measure`: also that of a superlative. 409 `NO_WINNER`. */
  async rows(
    question: Id,
    page: { offset?: number; limit?: number; candidate?: Id; measure?: 'true' } = {},
    options: RequestOptions = {},
  ): Promise<RowsPage> {
    return this.transport.get(path`/v1/questions/${question}/rows`, options, page);
  }

  /**
   * CSV up to `maxExportRows`, a million rows and 64 MB; `truncated` beyond. Reading throws if the download breaks off.
   * @param options `bom`: byte order mark, for Excel
   */
  async csv(
    question: Id,
    { bom = false, ...options }: RequestOptions & { bom?: boolean } = {},
  ): Promise<{ truncated: boolean; text: ReadableStream<Uint8Array> }> {
    const headers = { accept: 'text/csv' };
    const response = await this.transport.open({
      method: 'GET',
      path: path`/v1/questions/${question}/rows`,
      headers,
      ...(bom ? { query: { bom: 'true' } } : {}),
      ...options,
    });
    if (response.body === null) throw new TypeError('the answer has no body');
    return { truncated: response.headers.get('x-assay-truncated') === 'true', text: response.body };
  }

  /** Makes the answer a gold SQL; `created` is false if it was one already. */
  async like(question: Id, options: RequestOptions = {}): Promise<{ goldSql: GoldSqlView; created: boolean }> {
    const { status, body } = await this.transport.answer<GoldSqlView>({
      method: 'POST',
      path: path`/v1/questions/${question}/like`,
      ...options,
    });
    return { goldSql: body, created: status === 201 };
  }

  /** `sql` runs and becomes a gold SQL (422 on failure). */
  async correct(question: Id, correction: QuestionCorrection, options: RequestOptions = {}): Promise<CorrectionView> {
    return this.transport.post(path`/v1/questions/${question}/correct`, options, correction);
  }

  /** Chooses an option and decides again, without a model. 409 `NOT_OPEN` with `nextSteps`. */
  async settle(question: Id, settlement: QuestionSettlement, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.post(path`/v1/questions/${question}/settle`, options, settlement);
  }

  /** Null removes it. */
  async name(question: Id, name: string | null, options: RequestOptions = {}): Promise<QuestionView> {
    return this.transport.json({ method: 'PATCH', path: path`/v1/questions/${question}`, body: { name }, ...options });
  }

  /** Vega-Lite subset; null if a table fits better. */
  async chart(question: Id, options: RequestOptions = {}): Promise<ChartSpec | null> {
    const chart = await this.chartOrReason(question, options);
    return typeof chart === 'string' ? null : chart;
  }

  /** As `chart`, but why there is none, in words. */
  async chartOrReason(question: Id, options: RequestOptions = {}): Promise<ChartSpec | string> {
    const response = await this.transport.open({
      method: 'GET',
      path: path`/v1/questions/${question}/chart`,
      ...options,
    });
    if (response.status !== 204) return (await response.json()) as ChartSpec;
    return decodeURIComponent(response.headers.get('x-assay-no-chart') ?? 'a table shows it better');
  }

  /** The question soon ends as CANCELLED. 409 `ALREADY_FINISHED`. */
  async cancel(question: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'POST', path: path`/v1/questions/${question}/cancel`, ...options });
  }

  /** Replays from the journal without models; reports differences. */
  async replay(question: Id, options: RequestOptions = {}): Promise<ReplayReport> {
    return this.transport.post(path`/v1/questions/${question}/replay`, options);
  }
}
