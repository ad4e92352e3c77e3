import type { AuditEntryView, Page } from '@assay/contracts';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export interface AuditQuery {
  /** Id or name; id if deleted. */
  workspace?: string;
  cursor?: string;
}

/** Needs an admin key, or the role of an admin or auditor. */
export class AuditClient {
  constructor(private readonly transport: HttpTransport) {}

  /** Newest first. */
  async list(query: AuditQuery = {}, options: RequestOptions = {}): Promise<Page<AuditEntryView>> {
    return this.transport.get('/v1/audit', options, query);
  }

  all(query: Omit<AuditQuery, 'cursor'> = {}, options: RequestOptions = {}): AsyncGenerator<AuditEntryView, void> {
    return everyItem((cursor) => this.list({ ...query, cursor }, options));
  }
}
