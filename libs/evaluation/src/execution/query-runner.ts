import type { ResultTable } from '@assay/contracts';

/** What became of one statement. */
export type QueryOutcome = { kind: 'rows'; result: ResultTable } | { kind: 'failed'; reason: string };

/** Runs statements on the databases of a data set, read-only and capped. */
export interface QueryRunner {
  /** @throws InfrastructureError where the database is at fault, not the statement */
  run(database: string, sql: string): Promise<QueryOutcome>;
  close(): Promise<void>;
}
