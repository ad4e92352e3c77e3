import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** As stored. */
export interface StoredFile {
  id: Id;
  name: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  storedAt: Date;
}

/** Age of abandoned uploads. */
const ABANDONED_HOURS = 6;

const listStatement = {
  name: 'workspace_files',
  text: `select id, name, bytes::float8 as bytes, sha256, stored_at as "storedAt" from assay.workspace_files
     where workspace_id = $1 and stored_at is not null order by lower(name)`,
};

const stageStatement = {
  name: 'stage_workspace_file',
  text: 'insert into assay.workspace_files (id, workspace_id, name) values ($1, $2, $3)',
};

const chunkStatement = {
  name: 'stage_workspace_file_chunk',
  text: 'insert into assay.workspace_file_chunks (file_id, ordinal, content) values ($1, $2, $3)',
};

const measureStatement = {
  name: 'measure_workspace_file',
  text: 'update assay.workspace_files set bytes = $2, sha256 = $3 where id = $1',
};

const replaceStatement = {
  name: 'replace_workspace_files',
  text: `delete from assay.workspace_files f using assay.workspace_files n
     where n.id = any ($2) and f.workspace_id = $1 and f.stored_at is not null and lower(f.name) = lower(n.name)`,
};

const keepStatement = {
  name: 'keep_workspace_files',
  text: 'update assay.workspace_files set stored_at = now() where id = any ($1) and stored_at is null returning id',
};

const totalStatement = {
  name: 'workspace_files_total',
  text: `select count(*)::integer as files, coalesce(sum(bytes), 0)::float8 as bytes from assay.workspace_files
     where workspace_id = $1 and stored_at is not null`,
};

const discardStatement = {
  name: 'discard_workspace_files',
  text: 'delete from assay.workspace_files where id = any ($1) and stored_at is null',
};

const abandonedStatement = {
  name: 'discard_abandoned_files',
  text: `with old as (
       select id from assay.workspace_files
       where stored_at is null and created_at < now() - interval '${ABANDONED_HOURS} hours'
       order by created_at limit $1 for update skip locked
     )
     delete from assay.workspace_files f using old where f.id = old.id returning f.id`,
};

const removeStatement = {
  name: 'remove_workspace_file',
  text: `delete from assay.workspace_files
     where workspace_id = $1 and lower(name) = lower($2) and stored_at is not null returning id`,
};

const readStatement = {
  name: 'workspace_file_chunk',
  text: 'select content from assay.workspace_file_chunks where file_id = $1 and ordinal = $2',
};

/** By name. */
export async function listFiles(database: Queryable, workspace: Id): Promise<StoredFile[]> {
  return database.query<StoredFile>(listStatement, [workspace]);
}

/** Inserts a row for an upload; it counts once kept. */
export async function stageFile(database: Queryable, id: Id, workspace: Id, name: string): Promise<void> {
  await database.query(stageStatement, [id, workspace, name]);
}

export async function stageChunk(database: Queryable, file: Id, ordinal: number, content: Buffer): Promise<void> {
  await database.query(chunkStatement, [file, ordinal, content]);
}

export async function measureFile(database: Queryable, file: Id, bytes: number, sha256: string): Promise<void> {
  await database.query(measureStatement, [file, bytes, sha256]);
}

/** Keeps staged files, replacing those with the same name; returns how many still existed. */
export async function keepFiles(connection: Queryable, workspace: Id, files: readonly Id[]): Promise<number> {
  await connection.query(replaceStatement, [workspace, files]);
  return (await connection.query(keepStatement, [files])).length;
}

/** Total size of a workspace's files. */
export async function totalOfFiles(connection: Queryable, workspace: Id): Promise<{ files: number; bytes: number }> {
  const [row] = await connection.query<{ files: number; bytes: number }>(totalStatement, [workspace]);
  return row ?? { files: 0, bytes: 0 };
}

export async function discardFiles(database: Queryable, files: readonly Id[]): Promise<void> {
  await database.query(discardStatement, [files]);
}

/** Deletes a page of abandoned uploads; returns the count. */
export async function discardAbandonedFiles(database: Queryable, limit: number): Promise<number> {
  return (await database.query(abandonedStatement, [limit])).length;
}

/** False if there is no such file. */
export async function removeFile(database: Queryable, workspace: Id, name: string): Promise<boolean> {
  return (await database.query(removeStatement, [workspace, name])).length > 0;
}

/** A chunk; null after the end or if the file is gone. */
export async function readChunk(database: Queryable, file: Id, ordinal: number): Promise<Buffer | null> {
  const [row] = await database.query<{ content: Buffer }>(readStatement, [file, ordinal]);
  return row?.content ?? null;
}
