import { withClient } from '@assay/runtime/embedded-postgres';
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { EvalDatabase } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';

/** Dumps are untrusted: no superuser. */
const OWNER = 'assay_eval_owner';
const READER = 'assay_eval_reader';

/**
 * Loads a SQL dump into its own database, once.
 * @param serverUrl a superuser's
 * @returns the reader's URL
 */
export async function loadDump(
  serverUrl: string,
  dataset: string,
  { id, path }: Pick<EvalDatabase, 'id' | 'path'>,
): Promise<string> {
  const text = await readFile(path, 'utf8');
  const digest = createHash('sha256').update(text).digest('hex');
  const name = `eval_${dataset}_${id}`
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 60);
  const database = pg.escapeIdentifier(name);
  await withClient(serverUrl, async (client) => {
    await ensureRole(client, OWNER, passwordOf(serverUrl, OWNER));
    await ensureRole(client, READER, passwordOf(serverUrl, READER));
    if ((await loadedDigest(client, name)) === digest) return;
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database} owner ${OWNER}`);
    await loadInto(urlOf(serverUrl, name, OWNER), path, text);
    await client.query(`comment on database ${database} is ${pg.escapeLiteral(digest)}`);
  });
  return urlOf(serverUrl, name, READER);
}

async function loadInto(url: string, path: string, text: string): Promise<void> {
  if (/^copy\b[^;]*\bfrom\s+stdin/im.test(text)) {
    throw new EvaluationProblem(`${path} holds COPY … FROM stdin: make the dump with pg_dump --inserts`);
  }
  await withClient(url, async (client) => {
    await client.query(text).catch((error: Error) => {
      throw new EvaluationProblem(`${path} does not load: ${error.message}`);
    });
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspowner = current_user::regrole or nspname = 'public'`,
    );
    for (const { name } of rows) {
      const schema = pg.escapeIdentifier(name);
      if (name !== 'public') await client.query(`grant usage on schema ${schema} to ${READER}`);
      await client.query(`grant select on all tables in schema ${schema} to ${READER}`);
    }
    await client.query('analyze');
  });
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${role} login nosuperuser password ${pg.escapeLiteral(password)}`);
}

async function loadedDigest(client: pg.Client, name: string): Promise<string | null> {
  const { rows } = await client.query<{ digest: string | null }>(
    `select shobj_description(oid, 'pg_database') as digest from pg_database where datname = $1`,
    [name],
  );
  return rows[0]?.digest ?? null;
}

/** Derived, so that workspaces of earlier runs keep working. */
function passwordOf(serverUrl: string, role: string): string {
  return createHmac('sha256', new URL(serverUrl).password).update(role).digest('base64url');
}

function urlOf(serverUrl: string, database: string, role: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  url.username = role;
  url.password = passwordOf(serverUrl, role);
  return url.href;
}
