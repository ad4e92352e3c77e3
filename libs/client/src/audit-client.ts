import type { AuditEntryView, Page } from '@assay/contracts';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

/** What of the audit trail is wanted. */
export interface AuditQuery {
  /** Id or name of a workspace; of one that is gone, its id. */
  workspace?: string;
  cursor?: string;
}

/** Who did what; needs an admin key. Every method throws ApiProblem or ConnectionProblem. */
export class AuditClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** Newest first. */
  async list(query: AuditQuery = {}, options: RequestOptions = {}): Promise<Page<AuditEntryView>> {
    return this.transport.json({ method: 'GET', path: '/v1/audit', query: { ...query }, ...options });
  }

  /** All of it, page by page. */
  all(query: Omit<AuditQuery, 'cursor'> = {}, options: RequestOptions = {}): AsyncGenerator<AuditEntryView, void> {
    return everyItem((cursor) => this.list({ ...query, cursor }, options));
  }
}
