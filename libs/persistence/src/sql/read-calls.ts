import type { CallRecord, ErrorNote, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

interface Row extends Omit<CallRecord, 'replayed' | 'flags'> {
  replays: number;
  flags: string[];
  superseded: boolean;
  error: ErrorNote | null;
}

const COLUMNS = `id, agent, task_id as task, ordinal, model, prompt_hash as "promptHash", status,
  finish_reason as "finishReason", error, input_tokens as "inputTokens", output_tokens as "outputTokens",
  cached_tokens as "cachedTokens", cache_write_tokens as "cacheWriteTokens", cost_usd as "costUsd", latency_ms as "latencyMs", parser, repaired, flags, replays, superseded`;

/** By time, with failed and superseded ones. */
export const readCalls = prepared<[run: Id], Row>({
  name: 'read_calls',
  text: `select ${COLUMNS} from assay.steps where run_id = $1 and kind = 'model' order by created_at, id`,
}).map(callRecord);

/** Bodies are null after retention. */
export interface StoredCall {
  call: CallRecord;
  request: unknown;
  answer: unknown;
  raw: Buffer | null;
}

const oneStatement = {
  name: 'read_call',
  text: `select ${COLUMNS}, request, answer, raw from assay.steps where id = $2 and run_id = $1 and kind = 'model'`,
};

/** Null if the run has no such model call. */
export async function readCall(database: Queryable, run: Id, call: Id): Promise<StoredCall | null> {
  const [row] = await database.query<Row & Omit<StoredCall, 'call'>>(oneStatement, [run, call]);
  if (!row) return null;
  return { call: callRecord(row), request: row.request, answer: row.answer, raw: row.raw };
}

function callRecord(row: Row): CallRecord {
  return {
    id: row.id,
    agent: row.agent,
    task: row.task,
    ordinal: row.ordinal,
    model: row.model,
    promptHash: row.promptHash,
    status: row.status,
    finishReason: row.finishReason,
    error: row.error,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cachedTokens: row.cachedTokens,
    cacheWriteTokens: row.cacheWriteTokens,
    costUsd: row.costUsd,
    latencyMs: row.latencyMs,
    parser: row.parser,
    repaired: row.repaired,
    // superseded calls stay: they were paid for
    flags: row.superseded ? [...row.flags, 'superseded'] : row.flags,
    replayed: row.replays > 0,
  };
}
