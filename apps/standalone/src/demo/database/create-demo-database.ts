import { DEMO_INDEX_SQL, DEMO_SCHEMA_SQL, DEMO_STAMP, DEMO_TABLES } from './demo-schema.js';
import { demoRows } from './demo-rows.js';

export interface SqlClient {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export async function hasDemoDatabase(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query(
    `select obj_description(oid, 'pg_namespace') as stamp from pg_namespace where nspname = 'public'`,
  );
  return rows[0]?.['stamp'] === DEMO_STAMP;
}

export async function createDemoDatabase(client: SqlClient): Promise<void> {
  await client.query('begin');
  try {
    await client.query(DEMO_SCHEMA_SQL);
    for (const table of DEMO_TABLES) {
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(demoRows(table)),
      ]);
    }
    await client.query(DEMO_INDEX_SQL);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export async function createDemoReader(client: SqlClient, reader: { name: string; password: string }): Promise<void> {
  const name = `"${reader.name.replaceAll('"', '""')}"`;
  const password = `'${reader.password.replaceAll("'", "''")}'`;
  const { rows } = await client.query(
    'select current_database() as name, exists (select 1 from pg_roles where rolname = $1) as known',
    [reader.name],
  );
  const database = `"${String(rows[0]?.['name']).replaceAll('"', '""')}"`;
  const attributes = `login nosuperuser nocreatedb nocreaterole password ${password}`;
  await client.query(`${rows[0]?.['known'] === true ? 'alter' : 'create'} role ${name} ${attributes}`);
  await client.query(`revoke create, temporary on database ${database} from public`);
  await client.query(`revoke create on schema public from public`);
  await client.query(`grant connect on database ${database} to ${name}`);
  await client.query(`grant usage on schema public to ${name}`);
  await client.query(`grant select on all tables in schema public to ${name}`);
}
