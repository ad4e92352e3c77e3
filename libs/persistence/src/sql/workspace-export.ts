import { PermanentError } from '@assay/contracts';
import pg from 'pg';

/** An exported row as JSON by column. */
export interface ExportedRow {
  table: string;
  row: Record<string, unknown>;
}

/**
 * Exported tables in import order, with the columns left out: references to questions and derived texts. Connection
 * strings stay encrypted; the import needs the same secret key.
 */
const EXPORTED = {
  workspaces: ['schema_hash', 'schema_taken_at', 'schema_looked_at', 'profile_hash'],
  gold_sqls: ['run_id'],
  knowledge: [],
  judge_tallies: [],
  workspace_files: [],
  workspace_file_chunks: [],
  api_keys: [],
} as const satisfies Record<string, readonly string[]>;

/** Rows per cursor step: a file chunk may be a megabyte. */
const PAGE = 10;

/**
 * Exports workspaces, gold SQLs, knowledge, files, judge tallies and API keys of a database of any version, as one
 * snapshot.
 */
export async function* exportWorkspaces(url: string): AsyncGenerator<ExportedRow> {
  const client = new pg.Client({ connectionString: url, application_name: 'assay-export' });
  // a lost connection fails the next statement
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    for (const [table, left] of Object.entries(EXPORTED)) {
      const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
        `assay.${table}`,
      ]);
      if (rows[0]?.found === null) continue;
      const name = `export_${table}`;
      await client.query(`declare ${name} cursor for select to_jsonb(t) - $1::text[] as row from assay.${table} t`, [
        left,
      ]);
      for (;;) {
        const page = await client.query<{ row: Record<string, unknown> }>(`fetch ${PAGE} from ${name}`);
        for (const { row } of page.rows) yield { table, row };
        if (page.rows.length < PAGE) break;
      }
    }
  } finally {
    await client.end();
  }
}

/**
 * Imports rows into a migrated database in one transaction; returns counts by table. Skips removed columns; new columns
 * get defaults.
 * @throws PermanentError EXPORT_INVALID for an unknown table
 */
export async function importWorkspaces(
  url: string,
  rows: AsyncIterable<ExportedRow>,
): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'assay-import' });
  // a lost connection fails the next statement
  client.on('error', () => undefined);
  await client.connect();
  const imported = new Map<string, number>();
  try {
    await client.query('begin');
    for await (const { table, row } of rows) {
      if (!Object.hasOwn(EXPORTED, table))
        throw new PermanentError('EXPORT_INVALID', `No export has a table "${table}".`);
      const columns = await columnsOf(client, table, Object.keys(row));
      await client.query(
        `insert into assay.${table} (${columns}) select ${columns} from jsonb_populate_record(null::assay.${table}, $1)`,
        [JSON.stringify(row)],
      );
      imported.set(table, (imported.get(table) ?? 0) + 1);
    }
    await client.query('commit');
    return imported;
  } finally {
    // an uncommitted transaction ends with the connection
    await client.end();
  }
}

/** Existing columns, as SQL. */
async function columnsOf(client: pg.Client, table: string, wanted: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any ($2)`,
    [`assay.${table}`, wanted],
  );
  return rows[0]?.columns ?? '';
}
