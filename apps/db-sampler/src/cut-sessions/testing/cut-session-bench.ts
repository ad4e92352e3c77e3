import { newId, type DatabaseRequest, type Id, type StatementLimits } from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { DatabaseSampler, type WorkspaceConnection } from '../../sampler/index.js';
import { CutSessions, type AskedRequest, type CutLimits } from '../cut-sessions.js';
import { ReleasedSessions } from '../released-sessions.js';

export const LIMITS: StatementLimits = { statementTimeoutMs: 300, maxRows: 100, maxBytes: 1_000_000 };

export type Asking = Partial<Pick<AskedRequest, 'ofTask' | 'attempts'>> & { signal?: AbortSignal };

export interface SamplerProcess {
  sampler: DatabaseSampler;
  released: ReleasedSessions;
  ask: (question: Id | null, request: DatabaseRequest, asking?: Asking) => Promise<unknown>;
}

export class CutSessionBench {
  private readonly processes: SamplerProcess[] = [];

  private constructor(
    private readonly server: TestPostgres,
    readonly database: Database,
    readonly connection: WorkspaceConnection,
  ) {}

  static async start(connection: Omit<WorkspaceConnection, 'workspace'>): Promise<CutSessionBench> {
    const server = await startTestPostgres();
    const url = await server.createFromTemplate('cut-sessions', async (template) => void (await migrate(template)));
    const workspace = newId();
    const bench = new CutSessionBench(server, new Database({ url }), { ...connection, workspace });
    await bench.run(
      `insert into assay.workspaces (id, name, dialect, connection) values ($1, $2, $3, '')`,
      workspace,
      workspace,
      connection.dialect,
    );
    return bench;
  }

  process(limits?: CutLimits): SamplerProcess {
    const cuts = new CutSessions(this.database, limits);
    const sampler = new DatabaseSampler({
      policy: { hosts: null, ownStores: [], sqliteDirs: [] },
      cuts,
    });
    const connectionOf = (): Promise<WorkspaceConnection> => Promise.resolve(this.connection);
    const released = new ReleasedSessions(this.database, sampler, connectionOf, { warn: () => undefined }, 100);
    const ask: SamplerProcess['ask'] = (question, request, asking = {}) => {
      const { signal = new AbortController().signal, ofTask = true, attempts = 1 } = asking;
      const asked = { connection: this.connection, request, question, ofTask, attempts };
      return cuts.run(asked, () => sampler.answer(this.connection, request as never, signal, attempts));
    };
    const made = { sampler, released, ask };
    this.processes.push(made);
    return made;
  }

  async question(owner: string): Promise<Id> {
    const id = newId();
    await this.run(
      `insert into assay.runs (id, product, workspace_id, seed, deadline_at)
       values ($1, 'question', $2, 1, now())`,
      id,
      this.connection.workspace,
    );
    await this.run(
      `insert into assay.questions (run_id, workspace_id, api_key_id, question, requested_level, level, settings)
       values ($1, $2, $3, 'Which?', 'BASIC', 'BASIC', '{}')`,
      id,
      this.connection.workspace,
      owner,
    );
    return id;
  }

  async open(): Promise<number> {
    const rows = await this.run('select 1 from assay.cut_sessions where released_at is null');
    return rows.length;
  }

  run(text: string, ...values: unknown[]): Promise<object[]> {
    return this.database.query({ name: `test ${text}`.slice(0, 60), text }, values);
  }

  async stop(): Promise<void> {
    for (const { sampler, released } of this.processes) {
      await released.close();
      await sampler.close();
    }
    await this.database.close();
    await this.server.stop();
  }
}

export function examine(sql: string, limits = LIMITS): DatabaseRequest {
  return { kind: 'examine', sql, limits };
}

export function rows(sql: string): DatabaseRequest {
  return { kind: 'rows', sql, limits: LIMITS, offset: 0, limit: 10 };
}
