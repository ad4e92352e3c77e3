import {
  PermanentError,
  type Cell,
  type DatabaseAnswers,
  type DatabaseRequest,
  type DatabaseSchema,
  type ExportRequest,
  type Id,
  type Privileges,
  type RoleReach,
} from '@assay/contracts';
import { loadConnection, storeRows } from '@assay/questions';
import type { SecretKeys } from '@assay/runtime';
import type { TaskRunner, TaskRuntime } from '@assay/work';
import { startRunner } from '@assay/work/testing';

const READER: Privileges = { superuser: false, canWrite: false, findings: [] };
const PRIVILEGES: Record<string, Privileges> = {
  root: { ...READER, superuser: true, findings: ['is a superuser'] },
  reaching: { ...READER, reach: ['dblink', 'public.balance(integer)'] },
};

const SHOP: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [
    {
      schema: 'public',
      name: 'orders',
      kind: 'table',
      description: 'What was ordered',
      rowEstimate: 3,
      columns: [
        { name: 'id', type: 'integer', nullable: false, description: null, examples: ['1', '2'] },
        { name: 'city', type: 'text', nullable: true, description: 'Where to', examples: ['Rome', 'Oslo'] },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
    },
  ],
};

/** A scripted db-sampler: answers by the host of the workspace's url. */
export class FakeDbSampler {
  readonly requests: { url: string; request: DatabaseRequest }[] = [];
  rows: DatabaseAnswers['rows'] | null = null;
  rowsHeld = 3;
  refused: string[] = [];
  roleReach: RoleReach[] = [];
  unreachable = false;
  private readonly runner: TaskRunner;

  constructor(
    private readonly work: TaskRuntime,
    secretKey: SecretKeys,
  ) {
    this.runner = work.runner(
      {
        handle: async ({ workspace, payload }) => {
          const { url } = await loadConnection(work.database, workspace, secretKey);
          this.requests.push({ url, request: payload as DatabaseRequest });
          return { result: await this.answer(workspace, new URL(url), payload as DatabaseRequest) };
        },
      },
      { queue: 'db-sampler', concurrency: 10, onError: () => undefined },
    );
  }

  start(): void {
    startRunner(this.work, this.runner);
  }

  async drain(): Promise<void> {
    await this.runner.drain(1000);
  }

  private async answer(
    workspace: Id,
    url: URL,
    request: DatabaseRequest,
  ): Promise<DatabaseAnswers[DatabaseRequest['kind']]> {
    if (this.unreachable || url.hostname === 'nowhere') {
      throw new PermanentError(
        'DATABASE_UNREACHABLE',
        'the database cannot be reached: no server answers at its address',
      );
    }
    if (url.hostname === 'forbidden') {
      throw new PermanentError(
        'TARGET_HOST_FORBIDDEN',
        'the database may not be connected to: its host is not allowed',
      );
    }
    const privileges = PRIVILEGES[url.username] ?? READER;
    switch (request.kind) {
      case 'check':
        return {
          reachable: true,
          version: 'PostgreSQL 18',
          privileges,
          refused: this.refused,
          roleReach: this.roleReach,
        };
      case 'introspect':
        return { schema: SHOP, privileges };
      case 'rows':
        return this.rows ?? pageOf(this.held(), request.offset, request.limit);
      case 'export':
        return this.export(workspace, request);
      default:
        throw new PermanentError('NOT_SCRIPTED', `nobody scripted ${request.kind}`);
    }
  }

  private async export(workspace: Id, { limits, askedBy }: ExportRequest): Promise<DatabaseAnswers['export']> {
    const answer = this.rows ?? pageOf(this.held(), 0, limits.maxRows);
    if (!('result' in answer)) return answer;
    const { columns, rows, truncated } = answer.result;
    return { result: { columns, pages: await storeRows(this.work.blocks, workspace, rows, askedBy), truncated } };
  }

  private held(): Cell[][] {
    return Array.from({ length: this.rowsHeld }, (_, index) => [index + 1]);
  }
}

function pageOf(all: Cell[][], offset: number, limit: number): DatabaseAnswers['rows'] {
  const rows = all.slice(offset, offset + limit);
  const truncated = all.length > offset + limit;
  return { result: { columns: [{ name: 'id', type: 'int4' }], rows, rowCount: rows.length, truncated, elapsedMs: 1 } };
}
