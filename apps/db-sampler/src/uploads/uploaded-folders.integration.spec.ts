import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UploadedFolders } from './uploaded-folders.js';

const sql = (text: string): { name: string; text: string } => ({
  name: createHash('md5').update(text).digest('hex'),
  text,
});

describe('files that were uploaded', () => {
  let postgres: TestPostgres;
  let database: Database;
  let folders: UploadedFolders;
  let workspace: Id;

  const put = async (name: string, ...pieces: Buffer[]): Promise<void> => {
    const content = Buffer.concat(pieces);
    const id = newId();
    await database.query(sql('delete from assay.workspace_files where workspace_id = $1 and name = $2'), [
      workspace,
      name,
    ]);
    const hash = createHash('sha256').update(content).digest('hex');
    const insert = `insert into assay.workspace_files (id, workspace_id, name, bytes, sha256, stored_at)
      values ($1, $2, $3, $4, $5, now())`;
    await database.query(sql(insert), [id, workspace, name, content.length, hash]);
    for (const [ordinal, piece] of pieces.entries()) {
      await database.query(sql('insert into assay.workspace_file_chunks values ($1, $2, $3)'), [id, ordinal, piece]);
    }
  };

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('uploads', async (made) => void (await migrate(made)));
    database = new Database({ url });
    folders = new UploadedFolders(database);
    workspace = newId();
    const insert = "insert into assay.workspaces (id, name, dialect, connection) values ($1, 'w', 'duckdb', '')";
    await database.query(sql(insert), [workspace]);
  });
  afterAll(async () => {
    await folders.close();
    await database.close();
    await postgres.stop();
  });

  it('are copied to this machine, once for each content', async () => {
    expect(await readdir(await folders.folderOf(workspace))).toEqual([]);
    const [left, right] = [randomBytes(1_000_000), randomBytes(300)];
    await put('a.csv', left, right);
    await put('b.csv', Buffer.from('n\n1\n'));
    const first = await folders.folderOf(workspace);
    expect((await readFile(join(first, 'a.csv'))).equals(Buffer.concat([left, right]))).toBe(true);
    expect(await folders.folderOf(workspace)).toBe(first);
    const { ino } = await stat(join(first, 'a.csv'));

    await put('b.csv', Buffer.from('n\n2\n'));
    await put('c.csv', left, right);
    const second = await folders.folderOf(workspace);
    expect(second).not.toBe(first);
    expect(await readFile(join(second, 'b.csv'), 'utf8')).toBe('n\n2\n');
    for (const name of ['a.csv', 'c.csv']) expect((await stat(join(second, name))).ino).toBe(ino);
    expect((await stat(second)).mode & 0o777).toBe(0o755);
    expect((await stat(dirname(second))).mode & 0o777).toBe(0o700);
  });

  it('rejects foreign folders', async () => {
    await put('d.csv', Buffer.from('n\n3\n'));
    await database.query(sql("update assay.workspace_file_chunks set content = 'x' where length(content) = 4"), []);
    await expect(folders.folderOf(workspace)).rejects.toThrow('being replaced');
    await put('b.csv', Buffer.from('n\n4\n'));
    await put('d.csv', Buffer.from('n\n4\n'));
    expect(await readdir(await folders.folderOf(workspace))).toEqual(['a.csv', 'b.csv', 'c.csv', 'd.csv']);
  });

  it('leave this machine with their workspace, whichever process copied them', async () => {
    const folder = await folders.folderOf(workspace);
    const another = new UploadedFolders(database);
    const copied = await another.folderOf(workspace);
    expect(copied).not.toBe(folder);
    await folders.sweep();
    expect(existsSync(folder)).toBe(true);
    await database.query(sql('delete from assay.workspaces where id = $1'), [workspace]);
    expect(await database.query(sql('select 1 from assay.workspace_file_chunks'))).toEqual([]);
    await Promise.all([folders.sweep(), another.sweep()]);
    expect([existsSync(folder), existsSync(copied)]).toEqual([false, false]);
    await another.close();
    await folders.close();
    expect(existsSync(dirname(folder))).toBe(false);
  });
});
