import type {
  ConnectionFindings,
  ExampleQuestion,
  Id,
  OpenComment,
  Page,
  ProfileView,
  SchemaView,
  WorkspaceFilesView,
  WorkspaceUsage,
  WorkspaceView,
} from '@assay/contracts';
import type { WorkspaceCreate, WorkspaceUpdate } from '@assay/contracts/requests';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';
import { everyItem } from './pages.js';

export class WorkspacesClient {
  constructor(private readonly transport: HttpTransport) {}

  async list(page: { cursor?: string } = {}, options: RequestOptions = {}): Promise<Page<WorkspaceView>> {
    return this.transport.get('/v1/workspaces', options, page);
  }

  all(options: RequestOptions = {}): AsyncGenerator<WorkspaceView, void, undefined> {
    return everyItem((cursor) => this.list({ cursor }, options));
  }

  /** 409 for an existing name; 422 `DATABASE_UNREACHABLE` or `ROLE_TOO_POWERFUL`. */
  async create(workspace: WorkspaceCreate, options: RequestOptions = {}): Promise<WorkspaceView> {
    return this.transport.post('/v1/workspaces', options, workspace);
  }

  async get(workspace: Id, options: RequestOptions = {}): Promise<WorkspaceView> {
    return this.transport.get(path`/v1/workspaces/${workspace}`, options);
  }

  async update(workspace: Id, changes: WorkspaceUpdate, options: RequestOptions = {}): Promise<WorkspaceView> {
    return this.transport.json({ method: 'PATCH', path: path`/v1/workspaces/${workspace}`, body: changes, ...options });
  }

  /** Cancels its questions and erases rows and secrets. */
  async remove(workspace: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: path`/v1/workspaces/${workspace}`, ...options });
  }

  async usage(workspace: Id, options: RequestOptions = {}): Promise<WorkspaceUsage> {
    return this.transport.get(path`/v1/workspaces/${workspace}/usage`, options);
  }

  async schema(workspace: Id, options: RequestOptions = {}): Promise<SchemaView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/schema`, options);
  }

  /** No values if rows are withheld. */
  async profile(workspace: Id, options: RequestOptions = {}): Promise<ProfileView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/profile`, options);
  }

  /** Comments without a corrected SQL, newest first. */
  comments(workspace: Id, options: RequestOptions = {}): AsyncGenerator<OpenComment, void, undefined> {
    return everyItem((cursor) =>
      this.transport.get<Page<OpenComment>>(path`/v1/workspaces/${workspace}/comments`, options, { cursor }),
    );
  }

  /** Reads the schema again; also tests the connection. */
  async refreshSchema(workspace: Id, options: RequestOptions = {}): Promise<SchemaView> {
    return this.transport.post(path`/v1/workspaces/${workspace}/schema/refresh`, options);
  }

  async exampleQuestions(workspace: Id, options: RequestOptions = {}): Promise<Page<ExampleQuestion>> {
    return this.transport.get(path`/v1/workspaces/${workspace}/example-questions`, options);
  }

  async files(workspace: Id, options: RequestOptions = {}): Promise<WorkspaceFilesView> {
    return this.transport.get(path`/v1/workspaces/${workspace}/files`, options);
  }

  /**
   * Stores all files or none, replacing those of the same names. 409 if the database is not made of uploads, 413 for size
   * or number, 422 for an unreadable one.
   */
  async putFiles(
    workspace: Id,
    files: readonly NamedFile[],
    options: RequestOptions = {},
  ): Promise<WorkspaceFilesView> {
    const body = formOf(files);
    return this.transport.post(path`/v1/workspaces/${workspace}/files`, options, body);
  }

  async removeFile(workspace: Id, name: string, options: RequestOptions = {}): Promise<WorkspaceFilesView> {
    return this.transport.json({ method: 'DELETE', path: path`/v1/workspaces/${workspace}/files/${name}`, ...options });
  }

  /** Saves nothing. 422 as `create`. */
  async tryConnection(
    database: WorkspaceCreate['database'],
    options: RequestOptions = {},
  ): Promise<ConnectionFindings> {
    return this.transport.post('/v1/connection-checks', options, database);
  }
}

export interface NamedFile {
  name: string;
  content: Blob;
}

export function formOf(files: readonly NamedFile[]): FormData {
  const form = new FormData();
  for (const { name, content } of files) form.append('files', content, name);
  return form;
}
