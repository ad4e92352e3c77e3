import type { Id } from '@assay/contracts';
import { prepared, type Queryable } from '@assay/persistence';

export interface StoredFile {
  id: Id;
  name: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  storedAt: Date;
}

const ABANDONED_HOURS = 6;

const replaceStatement = {
  name: 'replace_workspace_files',
  text: `delete from assay.workspace_files f using assay.workspace_files n
     where n.id = any ($2) and f.workspace_id = $1 and f.stored_at is not null and lower(f.name) = lower(n.name)`,
};

const keepStatement = {
  name: 'keep_workspace_files',
  text: 'update assay.workspace_files set stored_at = now() where id = any ($1) and stored_at is null returning id',
};

export const listFiles = prepared<[workspace: Id], StoredFile>({
  name: 'workspace_files',
  text: `select id, name, bytes::float8 as bytes, sha256, stored_at as "storedAt" from assay.workspace_files
     where workspace_id = $1 and stored_at is not null order by lower(name)`,
}).all;

/** The file counts once kept. */
export const stageFile = prepared<[id: Id, workspace: Id, name: string]>({
  name: 'stage_workspace_file',
  text: 'insert into assay.workspace_files (id, workspace_id, name) values ($1, $2, $3)',
}).run;

export const stageChunk = prepared<[file: Id, ordinal: number, content: Buffer]>({
  name: 'stage_workspace_file_chunk',
  text: 'insert into assay.workspace_file_chunks (file_id, ordinal, content) values ($1, $2, $3)',
}).run;

export const measureFile = prepared<[file: Id, bytes: number, sha256: string]>({
  name: 'measure_workspace_file',
  text: 'update assay.workspace_files set bytes = $2, sha256 = $3 where id = $1',
}).run;

/** Keeps staged files, replacing those with the same name; returns how many still existed. */
export async function keepFiles(connection: Queryable, workspace: Id, files: readonly Id[]): Promise<number> {
  await connection.query(replaceStatement, [workspace, files]);
  return (await connection.query(keepStatement, [files])).length;
}

export const totalOfFiles = prepared<[workspace: Id], { files: number; bytes: number }>({
  name: 'workspace_files_total',
  text: `select count(*)::integer as files, coalesce(sum(bytes), 0)::float8 as bytes from assay.workspace_files
     where workspace_id = $1 and stored_at is not null`,
}).value((row) => row ?? { files: 0, bytes: 0 });

export const discardFiles = prepared<[files: readonly Id[]]>({
  name: 'discard_workspace_files',
  text: 'delete from assay.workspace_files where id = any ($1) and stored_at is null',
}).run;

/** Deletes a page of abandoned uploads; returns the count. */
export const discardAbandonedFiles = prepared<[limit: number]>({
  name: 'discard_abandoned_files',
  text: `with old as (
       select id from assay.workspace_files
       where stored_at is null and created_at < now() - interval '${ABANDONED_HOURS} hours'
       order by created_at limit $1 for update skip locked
     )
     delete from assay.workspace_files f using old where f.id = old.id returning f.id`,
}).count;

/** False if there is no such file. */
export const removeFile = prepared<[workspace: Id, name: string]>({
  name: 'remove_workspace_file',
  text: `delete from assay.workspace_files
     where workspace_id = $1 and lower(name) = lower($2) and stored_at is not null returning id`,
}).any;

/** Null after the end or if the file is gone. */
export const readChunk = prepared<[file: Id, ordinal: number], { content: Buffer }>({
  name: 'workspace_file_chunk',
  text: 'select content from assay.workspace_file_chunks where file_id = $1 and ordinal = $2',
}).value((row) => row?.content ?? null);
