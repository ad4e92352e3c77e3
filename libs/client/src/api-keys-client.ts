import type { ApiKeyView, CallerView, CreatedApiKey, Id, Page } from '@assay/contracts';
import type { ApiKeyCreate } from '@assay/contracts/requests';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

/** All but `caller` need an admin key or the role admin. */
export class ApiKeysClient {
  constructor(private readonly transport: HttpTransport) {}

  async caller(options: RequestOptions = {}): Promise<CallerView> {
    return this.transport.get('/v1/caller', options);
  }

  async list(page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<ApiKeyView>> {
    return this.transport.get('/v1/api-keys', options, page);
  }

  all(options: RequestOptions = {}): AsyncGenerator<ApiKeyView, void, undefined> {
    return everyItem((cursor) => this.list({ cursor }, options));
  }

  /** Only this response contains the key's text. */
  async create(key: ApiKeyCreate, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.transport.post('/v1/api-keys', options, key);
  }

  async remove(key: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: path`/v1/api-keys/${key}`, ...options });
  }
}
