import { InfrastructureError, RECORD_MIGRATION } from '@assay/contracts';
import { retryWhile } from '@assay/contracts/timing';
import pg from 'pg';
import { ConfigError } from '../config/config-error.js';
import type { Logger } from '../logging/logger.js';
import { MIGRATION_RUN } from '../sql/migration-run.js';
import { stopRequested } from './stop-request.js';

/** Then the orchestrator restarts it. */
const WAIT_MS = 120_000;
const TRY_EVERY_MS = 500;
const REPORT_EVERY_MS = 5000;

/** Refused, not in DNS, starting, shutting down or out of connections. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|53\d\d\d|08\w\w\w)$/;

/** Undefined table or schema: not migrated yet. */
const NOT_MIGRATED = /^(42P01|3F000)$/;

/** In the format of @nestjs/typeorm; delay in milliseconds. */
export interface RecordRetries {
  retryAttempts: number;
  retryDelay: number;
  toRetry: (error: Error) => boolean;
}

/**
 * Waits until Postgres is reachable and migrated, so services start in any order.
 * @throws ConfigError naming DATABASE_URL for any other fault; InfrastructureError RECORD_UNAVAILABLE after `waitMs`
 */
export async function awaitRecord(url: string, logger: Logger, waitMs: number = WAIT_MS): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onRetry = (err: unknown): void => {
    if (performance.now() - reportedAt <= REPORT_EVERY_MS) return;
    logger.warn({ err }, "waiting for Assay's own Postgres");
    reportedAt = performance.now();
  };
  try {
    await retryWhile(() => connect(url), { mayPass: isUnreachable, forMs: waitMs, everyMs: TRY_EVERY_MS, onRetry });
  } catch (error) {
    const { message } = error as Error;
    if (!isUnreachable(error)) {
      throw new ConfigError([{ variable: 'DATABASE_URL', message: `that Postgres cannot be used: ${message}` }]);
    }
    const text = `Assay's own Postgres (DATABASE_URL) is not ready: ${message}`;
    throw new InfrastructureError('RECORD_UNAVAILABLE', text, { cause: error });
  }
}

/** @nestjs/typeorm's retries, for `waitMs` or until a stop. */
export function recordRetries({ waitMs = WAIT_MS, tryEveryMs = TRY_EVERY_MS } = {}): RecordRetries {
  let failedAt: number | null = null;
  const isInTime = (): boolean => performance.now() - (failedAt ??= performance.now()) <= waitMs;
  return {
    retryAttempts: Number.POSITIVE_INFINITY,
    retryDelay: tryEveryMs,
    toRetry: (error) => !stopRequested.aborted && isUnreachable(error) && isInTime(),
  };
}

async function connect(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'assay-start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(MIGRATION_RUN, [RECORD_MIGRATION]);
    if (rowCount === 0) throw notMigrated();
  } finally {
    await client.end().catch(() => undefined);
  }
}

function notMigrated(): Error {
  return Object.assign(new Error(`it is not migrated yet (assay migrate): ${RECORD_MIGRATION} is missing`), {
    code: '42P01',
  });
}

function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string };
  // node-postgres sets no code for timeouts and cut connections
  return typeof code === 'string'
    ? UNREACHABLE.test(code) || NOT_MIGRATED.test(code)
    : /timeout|terminated/.test(message);
}
