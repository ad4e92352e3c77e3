import type { ApiKeyView, CallerView, CreatedApiKey, Id, Page } from '@assay/contracts';
import type { ApiKeyCreate } from '@assay/requests';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

/** API keys; all but `caller` needs an admin key. Every method throws ApiProblem or ConnectionProblem. */
export class ApiKeysClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** What the key in hand opens. */
  async caller(options: RequestOptions = {}): Promise<CallerView> {
    return this.transport.json({ method: 'GET', path: '/v1/caller', ...options });
  }

  async list(page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<ApiKeyView>> {
    return this.transport.json({ method: 'GET', path: '/v1/api-keys', query: { ...page }, ...options });
  }

  /** All of them, page by page. */
  all(options: RequestOptions = {}): AsyncGenerator<ApiKeyView, void, undefined> {
    return everyItem((cursor) => this.list({ cursor }, options));
  }

  /** The key's text is in this answer, and never again in another. */
  async create(key: ApiKeyCreate, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.transport.json({ method: 'POST', path: '/v1/api-keys', body: key, ...options });
  }

  async remove(key: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(key)}`, ...options });
  }
}
