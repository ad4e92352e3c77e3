import type { DatabaseAnswers, ExportRequest } from '@assay/contracts';
import { storeRows } from '@assay/questions';
import type { BlockStore } from '@assay/work';
import type { DatabaseSampler } from './database-sampler.js';
import { RequestGate } from './request-gate.js';
import type { WorkspaceConnection } from './workspace-connection.js';

/**
 * Exports that one process runs at once, of all workspaces together: each holds its rows until they are stored,
 * and two of the largest fit into a heap of 1 GB. Few wait, as callers do not wait for long.
 */
const AT_ONCE = { running: 2, queued: 20 };

/** Executes a statement once and stores all its rows as blocks. */
export class RowExporter {
  private readonly gate: RequestGate;

  constructor(
    private readonly sampler: Pick<DatabaseSampler, 'answer'>,
    private readonly blocks: Pick<BlockStore, 'store'>,
    atOnce: { running: number; queued: number } = AT_ONCE,
  ) {
    this.gate = new RequestGate(atOnce);
  }

  /**
   * All rows of a guarded statement within the request's limits. The caller may be gone by now: the rows are stored
   * nevertheless, and retention erases them as it does those of others.
   *
   * @throws InfrastructureError `TARGET_QUEUE_FULL` when too many exports wait already; else as the sampler and the store do
   */
  async export(
    connection: WorkspaceConnection,
    { sql, limits }: ExportRequest,
    signal: AbortSignal,
    attempts = 1,
  ): Promise<DatabaseAnswers['export']> {
    const request = { kind: 'rows', sql, limits, offset: 0, limit: limits.maxRows } as const;
    return this.gate.run(async () => {
      const answer = await this.sampler.answer<'rows'>(connection, request, signal, attempts);
      if (!('result' in answer)) return answer;
      const { columns, rows, truncated } = answer.result;
      return { result: { columns, pages: await storeRows(this.blocks, connection.workspace, rows), truncated } };
    }, signal);
  }
}
