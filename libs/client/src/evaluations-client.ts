import type { Id, Page, WorkspaceEvaluation, WorkspaceEvaluationDetail } from '@assay/contracts';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class EvaluationsClient {
  constructor(private readonly transport: HttpTransport) {}

  /** 409 `NO_GOLD_SQLS` or `EVALUATION_RUNNING`. */
  async start(
    workspace: Id,
    body: { repeats?: number } = {},
    options: RequestOptions = {},
  ): Promise<WorkspaceEvaluationDetail> {
    return this.transport.post(path`/v1/workspaces/${workspace}/evaluations`, options, body);
  }

  /** Newest first. */
  async list(
    workspace: Id,
    page: { cursor?: string; limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<Page<WorkspaceEvaluation>> {
    return this.transport.get(path`/v1/workspaces/${workspace}/evaluations`, options, page);
  }

  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<WorkspaceEvaluation, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  async get(workspace: Id, evaluation: Id, options: RequestOptions = {}): Promise<WorkspaceEvaluationDetail> {
    return this.transport.get(path`/v1/workspaces/${workspace}/evaluations/${evaluation}`, options);
  }

  /** Keeps the results so far. 409 `ALREADY_FINISHED`. */
  async cancel(workspace: Id, evaluation: Id, options: RequestOptions = {}): Promise<WorkspaceEvaluation> {
    return this.transport.post(path`/v1/workspaces/${workspace}/evaluations/${evaluation}/cancel`, options);
  }
}
