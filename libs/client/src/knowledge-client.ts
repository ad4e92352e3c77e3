import type {
  DriftView,
  GlossaryView,
  Id,
  KnowledgeImport,
  KnowledgeSummary,
  KnowledgeView,
  Page,
} from '@assay/contracts';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export interface ImportOptions extends RequestOptions {
  /** Name of the stored document; replaces one of the same name. Default: the document's own, else its format's. */
  name?: string;
  /** Reports what an import would change, and stores nothing. */
  dryRun?: boolean;
}

export class KnowledgeClient {
  constructor(private readonly transport: HttpTransport) {}

  /** dbt, Ossie, Snowflake, WrenAI or a glossary. 422 if unreadable. */
  async import(workspace: Id, document: string, options: ImportOptions = {}): Promise<KnowledgeImport> {
    const { name, dryRun, ...rest } = options;
    const query = { name, dryRun: dryRun === true ? 'true' : undefined };
    return this.transport.json({
      method: 'POST',
      path: path`/v1/workspaces/${workspace}/knowledge`,
      query,
      text: document,
      ...rest,
    });
  }

  async list(
    workspace: Id,
    page: { cursor?: string } = {},
    options: RequestOptions = {},
  ): Promise<Page<KnowledgeSummary>> {
    return this.transport.get(path`/v1/workspaces/${workspace}/knowledge`, options, page);
  }

  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<KnowledgeSummary, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  async get(workspace: Id, document: Id, options: RequestOptions = {}): Promise<KnowledgeView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/knowledge/${document}`, options);
  }

  async remove(workspace: Id, document: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({
      method: 'DELETE',
      path: path`/v1/workspaces/${workspace}/knowledge/${document}`,
      ...options,
    });
  }

  async glossary(workspace: Id, options: RequestOptions = {}): Promise<GlossaryView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/glossary`, options);
  }

  async drift(workspace: Id, options: RequestOptions = {}): Promise<DriftView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/drift`, options);
  }
}
