import type { GoldSqlView, Id, Page } from '@assay/contracts';
import type { GoldSqlCreate } from '@assay/requests';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class GoldSqlsClient {
  constructor(private readonly transport: HttpTransport) {}

  async list(workspace: Id, page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<GoldSqlView>> {
    return this.transport.json({ method: 'GET', path: pathOf(workspace), query: { ...page }, ...options });
  }

  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<GoldSqlView, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  async add(workspace: Id, goldSql: GoldSqlCreate, options: RequestOptions = {}): Promise<GoldSqlView> {
    return this.transport.json({ method: 'POST', path: pathOf(workspace), body: goldSql, ...options });
  }

  async remove(workspace: Id, goldSql: Id, options: RequestOptions = {}): Promise<void> {
    const path = pathOf(workspace, `/${encodeURIComponent(goldSql)}`);
    await this.transport.empty({ method: 'DELETE', path, ...options });
  }
}

function pathOf(workspace: Id, rest = ''): string {
  return `/v1/workspaces/${encodeURIComponent(workspace)}/gold-sqls${rest}`;
}
