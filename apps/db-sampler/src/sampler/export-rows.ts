import type { DatabaseAnswers, ExportRequest } from '@assay/contracts';
import { storeRows } from '@assay/questions';
import type { BlockStore } from '@assay/work';
import type { DatabaseSampler } from './database-sampler.js';
import { RequestGate } from './request-gate.js';
import type { WorkspaceConnection } from './workspace-connection.js';

/** Per process: exports keep rows in memory; two of the largest fit into 1 GB. */
const AT_ONCE = { running: 2, queued: 20 };

export class RowExporter {
  private readonly gate: RequestGate;

  constructor(
    private readonly sampler: Pick<DatabaseSampler, 'answer'>,
    private readonly blocks: Pick<BlockStore, 'store'>,
    atOnce: { running: number; queued: number } = AT_ONCE,
  ) {
    this.gate = new RequestGate(atOnce);
  }

  /** Within limits. Rows that were read are stored even if the caller disconnects. */
  async export(
    connection: WorkspaceConnection,
    { sql, limits, askedBy }: ExportRequest,
    signal: AbortSignal,
    attempts = 1,
  ): Promise<DatabaseAnswers['export']> {
    const request = { kind: 'rows', sql, limits, offset: 0, limit: limits.maxRows, jsonAsText: true } as const;
    return this.gate.run(async () => {
      const answer = await this.sampler.answer<'rows'>(connection, request, signal, attempts);
      if (!('result' in answer)) return answer;
      const { columns, rows, truncated } = answer.result;
      const pages = await storeRows(this.blocks, connection.workspace, rows, askedBy);
      return { result: { columns, pages, truncated } };
    }, signal);
  }
}
