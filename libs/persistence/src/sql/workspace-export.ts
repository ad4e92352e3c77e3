import { PermanentError } from '@assay/contracts';
import pg from 'pg';

export interface ExportedRow {
  table: string;
  row: Record<string, unknown>;
}

/**
 * Exported tables in import order, with the columns left out. Connection strings stay encrypted, so the import needs
 * the same secret key.
 */
const EXPORTED = {
  workspaces: ['schema_hash', 'schema_taken_at', 'schema_looked_at', 'table_count', 'profile_hash', 'prompt_secret'],
  gold_sqls: ['run_id', 'owner'],
  knowledge: [],
  judge_tallies: [],
  workspace_files: [],
  workspace_file_chunks: [],
  api_keys: [],
} as const satisfies Record<string, readonly string[]>;

/** Rows per cursor step: a file chunk may be a megabyte. */
const PAGE = 10;

/** Of any version, as one snapshot. */
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
 * Imports rows into a migrated database in one transaction; returns counts by table. Skips removed columns.
 * @throws PermanentError EXPORT_INVALID with the line of an invalid row
 */
export async function importWorkspaces(
  url: string,
  rows: AsyncIterable<ExportedRow>,
): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'assay-import' });
  client.on('error', () => undefined);
  await client.connect();
  const imported = new Map<string, number>();
  let line = 0;
  try {
    await client.query('begin');
    for await (const given of rows) {
      const { table, row } = requireRow(given, (line += 1));
      const left: readonly string[] = EXPORTED[table];
      const wanted = Object.keys(row).filter((column) => !left.includes(column));
      const columns = await columnsOf(client, table, wanted);
      if (columns === '') throw invalidRow(line, `a row of ${table} has no known column`);
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

function requireRow(given: unknown, line: number): ExportedRow & { table: keyof typeof EXPORTED } {
  const { table, row } = (given ?? {}) as Partial<ExportedRow>;
  if (typeof table !== 'string' || typeof row !== 'object' || row === null || Array.isArray(row))
    throw invalidRow(line, 'an exported line has a table and a row');
  if (!Object.hasOwn(EXPORTED, table)) throw invalidRow(line, `no export has a table "${table}"`);
  return { table: table as keyof typeof EXPORTED, row };
}

function invalidRow(line: number, reason: string): PermanentError {
  return new PermanentError('EXPORT_INVALID', `Line ${line} of the export is invalid: ${reason}.`);
}

async function columnsOf(client: pg.Client, table: string, wanted: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any ($2)`,
    [`assay.${table}`, wanted],
  );
  return rows[0]?.columns ?? '';
}
