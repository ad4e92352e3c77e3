import type { Id, Page, WorkspaceEvaluation, WorkspaceEvaluationDetail } from '@assay/contracts';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class EvaluationsClient {
  constructor(private readonly transport: HttpTransport) {}

  /** 409 `NO_GOLD_SQLS` or `EVALUATION_RUNNING`. */
  async start(
    workspace: Id,
    body: { repeats?: number } = {},
    options: RequestOptions = {},
  ): Promise<WorkspaceEvaluationDetail> {
    return this.transport.json({ method: 'POST', path: pathOf(workspace), body, ...options });
  }

  /** Newest first. */
  async list(
    workspace: Id,
    page: { cursor?: string; limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<Page<WorkspaceEvaluation>> {
    return this.transport.json({ method: 'GET', path: pathOf(workspace), query: { ...page }, ...options });
  }

  all(workspace: Id, options: RequestOptions = {}): AsyncGenerator<WorkspaceEvaluation, void, undefined> {
    return everyItem((cursor) => this.list(workspace, { cursor }, options));
  }

  async get(workspace: Id, evaluation: Id, options: RequestOptions = {}): Promise<WorkspaceEvaluationDetail> {
    const path = pathOf(workspace, `/${encodeURIComponent(evaluation)}`);
    return this.transport.json({ method: 'GET', path, ...options });
  }

  /** Keeps the results so far. 409 `ALREADY_FINISHED`. */
  async cancel(workspace: Id, evaluation: Id, options: RequestOptions = {}): Promise<WorkspaceEvaluation> {
    const path = pathOf(workspace, `/${encodeURIComponent(evaluation)}/cancel`);
    return this.transport.json({ method: 'POST', path, ...options });
  }
}

function pathOf(workspace: Id, rest = ''): string {
  return `/v1/workspaces/${encodeURIComponent(workspace)}/evaluations${rest}`;
}
