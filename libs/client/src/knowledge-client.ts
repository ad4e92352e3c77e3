import type {
  DriftView,
  GlossaryView,
  Id,
  KnowledgeImport,
  KnowledgeSummary,
  KnowledgeView,
  Page,
} from '@assay/contracts';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

/** How a document is imported. */
export interface ImportOptions extends RequestOptions {
  /** What it is called, its file for example; one of this name is replaced. By default its own name. */
  name?: string;
  /** Tells what would be taken, and takes nothing. */
  dryRun?: boolean;
}

/** What people wrote down of a workspace's data. Every method throws ApiProblem or ConnectionProblem. */
export class KnowledgeClient {
  private readonly transport: HttpTransport;

  constructor(transport: HttpTransport) {
    this.transport = transport;
  }

  /** Imports a document of dbt, Ossie, Snowflake or WrenAI, or a glossary. 422 where it cannot be read. */
  async import(workspace: Id, document: string, options: ImportOptions = {}): Promise<KnowledgeImport> {
    const { name, dryRun, ...rest } = options;
    const query = { name, dryRun: dryRun === true ? 'true' : undefined };
    return this.transport.json({
      method: 'POST',
      path: pathOf(workspace, 'knowledge'),
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
    return this.transport.json({
      method: 'GET',
      path: pathOf(workspace, 'knowledge'),
      query: { ...page },
      ...options,
    });
  }

  /** All of them, page by page. */
  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<KnowledgeSummary, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  /** One document, item by item. */
  async get(workspace: Id, document: Id, options: RequestOptions = {}): Promise<KnowledgeView> {
    return this.transport.json({ method: 'GET', path: documentPath(workspace, document), ...options });
  }

  /** Nothing of it is used any more. */
  async remove(workspace: Id, document: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: documentPath(workspace, document), ...options });
  }

  /** Terms that questions are found to ask for, and those that contradict each other. */
  async glossary(workspace: Id, options: RequestOptions = {}): Promise<GlossaryView> {
    return this.transport.json({ method: 'GET', path: pathOf(workspace, 'glossary'), ...options });
  }

  /** What the schema that was read last sets aside. */
  async drift(workspace: Id, options: RequestOptions = {}): Promise<DriftView> {
    return this.transport.json({ method: 'GET', path: pathOf(workspace, 'drift'), ...options });
  }
}

function pathOf(workspace: Id, what: string): string {
  return `/v1/workspaces/${encodeURIComponent(workspace)}/${what}`;
}

function documentPath(workspace: Id, document: Id): string {
  return `${pathOf(workspace, 'knowledge')}/${encodeURIComponent(document)}`;
}
