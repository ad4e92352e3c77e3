import type { GoldSqlView, Id, Page } from '@assay/contracts';
import type { GoldSqlCreate } from '@assay/contracts/requests';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class GoldSqlsClient {
  constructor(private readonly transport: HttpTransport) {}

  async list(workspace: Id, page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<GoldSqlView>> {
    return this.transport.get(path`/v1/workspaces/${workspace}/gold-sqls`, options, page);
  }

  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<GoldSqlView, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  async add(workspace: Id, goldSql: GoldSqlCreate, options: RequestOptions = {}): Promise<GoldSqlView> {
    return this.transport.post(path`/v1/workspaces/${workspace}/gold-sqls`, options, goldSql);
  }

  async remove(workspace: Id, goldSql: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({
      method: 'DELETE',
      path: path`/v1/workspaces/${workspace}/gold-sqls/${goldSql}`,
      ...options,
    });
  }
}
