import type { ResultTable } from '@assay/contracts';

export type QueryOutcome = { kind: 'rows'; result: ResultTable } | { kind: 'failed'; reason: string };

export interface QueryRunner {
  /** @throws InfrastructureError */
  run(database: string, sql: string): Promise<QueryOutcome>;
  close(): Promise<void>;
}
