import type { Database, Queryable } from '@assay/persistence';
import type { TaskRuntime } from '@assay/work';

export interface RowsRead {
  /** Fetched by index or scanned. */
  rows: number;
  /** Partitions of `steps` and `event_batches` read, defaults included. */
  partitions: string[];
}

interface TableReads {
  table: string;
  scans: number;
  rows: number;
}

const statement = {
  name: 'test_rows_read',
  text: `select relname as table, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans,
            (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
     from pg_stat_xact_user_tables where schemaname = 'assay'`,
};

/** Counts rows read by statements, including functions, in a separate transaction. */
export async function rowsRead(
  database: Database,
  work: (connection: Queryable) => Promise<unknown>,
): Promise<RowsRead> {
  return database.transaction(async (connection) => {
    const before = new Map((await connection.query<TableReads>(statement)).map((reads) => [reads.table, reads]));
    await work(connection);
    const changes = (await connection.query<TableReads>(statement)).map(({ table, scans, rows }) => ({
      table,
      scans: scans - (before.get(table)?.scans ?? 0),
      rows: rows - (before.get(table)?.rows ?? 0),
    }));
    return {
      rows: changes.reduce((sum, change) => sum + change.rows, 0),
      partitions: changes
        .filter(({ table, scans }) => /^(steps|event_batches)_/.test(table) && scans > 0)
        .map(({ table }) => table),
    };
  });
}

export function workOn(connection: Queryable): TaskRuntime {
  const transaction: Database['transaction'] = (work) => work(connection);
  const database = Object.assign(Object.create(connection) as Queryable, { transaction });
  return { database, hints: { send: () => undefined } } as unknown as TaskRuntime;
}

export function pipelineOn(connection: Queryable): Pick<Database, 'pipeline'> {
  return {
    pipeline: async (statements) => {
      const rows: Record<string, object[]> = {};
      for (const [name, { parameters, ...statement }] of Object.entries(statements)) {
        rows[name] = await connection.query(statement, parameters);
      }
      return rows;
    },
  };
}
