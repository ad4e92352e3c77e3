import { ApiProblem, type AssayClient } from '@assay/client';
import { withClient } from '@assay/runtime/embedded-postgres';
import { createHmac } from 'node:crypto';
import { createDemoDatabase, createDemoReader, hasDemoDatabase } from './demo/database/create-demo-database.js';
import { DEMO_DATABASE } from './demo/database/demo-database.js';

const DATABASE = 'demo';
const READER = 'demo_reader';

/**
 * @param serverUrl a superuser's
 * @returns the reader's URL
 */
export async function ensureDemoDatabase(serverUrl: string, secretKey: Buffer): Promise<string> {
  await ensureDatabase(serverUrl);
  const url = new URL(serverUrl);
  url.pathname = `/${DATABASE}`;
  // Stable, so an existing workspace keeps working.
  const password = createHmac('sha256', secretKey).update('demo reader').digest('base64url');
  await withClient(url.href, async (client) => {
    if (!(await hasDemoDatabase(client))) await createDemoDatabase(client);
    await createDemoReader(client, { name: READER, password });
  });
  url.username = READER;
  url.password = password;
  return url.href;
}

/** Creates the demo workspace or updates its URL (the embedded port changes). */
export async function ensureDemoWorkspace(client: AssayClient, url: string): Promise<void> {
  const database = { dialect: 'postgres', url } as const;
  const { name, directives, evidence, goldSqls } = DEMO_DATABASE;
  try {
    const workspace = await client.workspaces.create({ name, database, directives, evidence: [...evidence] });
    for (const gold of goldSqls) {
      await client.goldSqls.add(workspace.id, { ...gold, evidence: gold.evidence ?? undefined });
    }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
    for await (const workspace of client.workspaces.all()) {
      if (workspace.name === name) await client.workspaces.update(workspace.id, { database });
    }
  }
}

async function ensureDatabase(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}
