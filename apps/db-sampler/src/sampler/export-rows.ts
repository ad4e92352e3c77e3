import type { DatabaseAnswers, ExportRequest } from '@assay/contracts';
import { storeRows } from '@assay/questions';
import type { BlockStore } from '@assay/work';
import type { DatabaseSampler } from './database-sampler.js';
import type { WorkspaceConnection } from './workspace-connection.js';

/** All rows of a statement, guarded and executed once, and stored. Throws as the sampler and the store do. */
export async function exportRows(
  { sampler, blocks }: { sampler: DatabaseSampler; blocks: Pick<BlockStore, 'store'> },
  connection: WorkspaceConnection,
  { sql, limits }: ExportRequest,
  signal: AbortSignal,
  attempts = 1,
): Promise<DatabaseAnswers['export']> {
  const request = { kind: 'rows', sql, limits, offset: 0, limit: limits.maxRows } as const;
  const answer = await sampler.answer<'rows'>(connection, request, signal, attempts);
  if (!('result' in answer)) return answer;
  const { columns, rows, truncated } = answer.result;
  return { result: { columns, pages: await storeRows(blocks, connection.workspace, rows), truncated } };
}
