import { FILE_ENDINGS, MOST_FILES, newId, RequestProblem, storedFileName, type Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { notFound } from '@assay/contracts/requests';
import { createHash } from 'node:crypto';
import { lockWorkspaceForChange } from '../sql/lock-workspace.js';
import { discardFiles, keepFiles, measureFile, stageChunk, stageFile, totalOfFiles } from '../sql/workspace-files.js';

/** Bytes of a chunk, which is a row: what a transfer holds in memory. */
const CHUNK_BYTES = 1024 * 1024;

const SHOWN_NAME = 80;

/** Stored in chunks; kept all or none. */
export class Upload {
  private readonly staged: { id: Id; name: string }[] = [];
  private bytes = 0;

  constructor(
    private readonly database: Database,
    private readonly workspace: Id,
    private readonly mostBytes: number,
  ) {}

  /**
   * The caller drains a failed stream.
   * @throws RequestProblem 422 `FILE_REFUSED` for its name, 413 `FILES_TOO_LARGE`
   */
  async take(given: string, content: AsyncIterable<Buffer>): Promise<void> {
    const name = this.nameOf(given);
    const id = newId();
    this.staged.push({ id, name });
    await stageFile(this.database, id, this.workspace, name);
    const hash = createHash('sha256');
    let [ordinal, bytes, waiting, pieces] = [0, 0, 0, [] as Buffer[]];
    const store = async (): Promise<void> => {
      await stageChunk(this.database, id, ordinal, Buffer.concat(pieces));
      [ordinal, waiting, pieces] = [ordinal + 1, 0, []];
    };
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      this.bytes += piece.length;
      if (this.bytes > this.mostBytes) throw filesTooLarge(this.mostBytes);
      pieces.push(piece);
      waiting += piece.length;
      if (waiting >= CHUNK_BYTES) await store();
    }
    if (waiting > 0) await store();
    await measureFile(this.database, id, bytes, hash.digest('hex'));
  }

  /**
   * Commits the files, replacing those with the same name.
   * @returns their names
   * @throws RequestProblem 422 `NO_FILES`, 413 `FILES_TOO_LARGE`, `TOO_MANY_FILES`, 404
   */
  async keep(): Promise<string[]> {
    if (this.staged.length === 0) {
      throw new RequestProblem(422, 'NO_FILES', 'The request brings no file: send each as a part with a file name.');
    }
    const ids = this.staged.map(({ id }) => id);
    await this.database.transaction(async (connection) => {
      await lockWorkspaceForChange(connection, this.workspace);
      if ((await keepFiles(connection, this.workspace, ids)) < ids.length) throw notFound('workspace');
      const { files, bytes } = await totalOfFiles(connection, this.workspace);
      if (bytes > this.mostBytes) throw filesTooLarge(this.mostBytes);
      if (files > MOST_FILES) throw tooManyFiles();
    });
    return this.staged.map(({ name }) => name);
  }

  async discard(): Promise<void> {
    const ids = this.staged.map(({ id }) => id);
    if (ids.length > 0) await discardFiles(this.database, ids);
  }

  private nameOf(given: string): string {
    const name = storedFileName(given);
    const shown = JSON.stringify(given.slice(0, SHOWN_NAME));
    if (name === null) throw refusedFile(`${shown} is none of these: ${FILE_ENDINGS.join(', ')}.`);
    const isTaken = this.staged.some((staged) => staged.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw refusedFile(`Two files would both be ${JSON.stringify(name)}: give one another name.`);
    if (this.staged.length >= MOST_FILES) throw tooManyFiles();
    return name;
  }
}

function refusedFile(message: string): RequestProblem {
  return new RequestProblem(422, 'FILE_REFUSED', message);
}

export function filesTooLarge(mostBytes: number): RequestProblem {
  const megabytes = mostBytes / 1024 / 1024;
  const message = `The files of a workspace take at most ${megabytes} MB together (ASSAY_FILE_MEGABYTES).`;
  return new RequestProblem(413, 'FILES_TOO_LARGE', message);
}

function tooManyFiles(): RequestProblem {
  return new RequestProblem(413, 'TOO_MANY_FILES', `A workspace holds at most ${MOST_FILES} files.`);
}
