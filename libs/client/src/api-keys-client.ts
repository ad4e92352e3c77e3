import type { ApiKeyView, CallerView, CreatedApiKey, Id, Page } from '@assay/contracts';
import type { ApiKeyCreate } from '@assay/requests';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

/** All but `caller` need an admin key or the role admin. */
export class ApiKeysClient {
  constructor(private readonly transport: HttpTransport) {}

  async caller(options: RequestOptions = {}): Promise<CallerView> {
    return this.transport.json({ method: 'GET', path: '/v1/caller', ...options });
  }

  async list(page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<ApiKeyView>> {
    return this.transport.json({ method: 'GET', path: '/v1/api-keys', query: { ...page }, ...options });
  }

  all(options: RequestOptions = {}): AsyncGenerator<ApiKeyView, void, undefined> {
    return everyItem((cursor) => this.list({ cursor }, options));
  }

  /** Only this response contains the key's text. */
  async create(key: ApiKeyCreate, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.transport.json({ method: 'POST', path: '/v1/api-keys', body: key, ...options });
  }

  async remove(key: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(key)}`, ...options });
  }
}
