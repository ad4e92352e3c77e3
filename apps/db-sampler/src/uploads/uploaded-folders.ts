import { InfrastructureError, type Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { listFiles, readChunk, type StoredFile } from '@assay/questions';
import { evictFiles } from '@assay/target-database';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, mkdtemp, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existingWorkspaces } from '../sql/existing-workspaces.js';

const UNUSED_MS = 1_800_000;
const SWEEP_MS = 60_000;
/** Grace period for statements on replaced files. */
const REPLACED_MS = 60_000;

interface Copy {
  /** Of file names and contents. */
  hash: string;
  folder: Promise<string>;
  files: readonly StoredFile[];
  usedAt: number;
}

/** Copies uploaded files to this machine, once per content. */
export class UploadedFolders {
  private readonly database: Database;
  private readonly copies = new Map<Id, Copy>();
  private readonly replaced: Copy[] = [];
  private readonly sweeper: NodeJS.Timeout;
  private root: Promise<string> | null = null;
  private made = 0;

  constructor(database: Database) {
    this.database = database;
    this.sweeper = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MS).unref();
  }

  /** Folder of the current files; changes with them. */
  async folderOf(workspace: Id): Promise<string> {
    const files = await listFiles(this.database, workspace);
    const hash = sha256(JSON.stringify(files.map(({ name, sha256 }) => [name, sha256])));
    const before = this.copies.get(workspace);
    if (before?.hash === hash) {
      before.usedAt = performance.now();
      return before.folder;
    }
    const copy: Copy = {
      hash,
      folder: this.copy(workspace, files, before ?? null),
      files,
      usedAt: performance.now(),
    };
    this.copies.set(workspace, copy);
    if (before) this.replaced.push({ ...before, usedAt: performance.now() });
    copy.folder.catch(() => this.copies.get(workspace) === copy && this.copies.delete(workspace));
    return copy.folder;
  }

  async sweep(): Promise<void> {
    const unused = (copy: Copy, afterMs: number): boolean => performance.now() - copy.usedAt >= afterMs;
    const existing = await existingWorkspaces(this.database, [...this.copies.keys()]);
    const gone = [...this.copies].filter(([id, copy]) => !existing.has(id) || unused(copy, UNUSED_MS));
    for (const [workspace] of gone) this.copies.delete(workspace);
    const replaced = this.replaced.filter((copy) => unused(copy, REPLACED_MS));
    for (const copy of replaced) this.replaced.splice(this.replaced.indexOf(copy), 1);
    await Promise.all([...gone.map(([, copy]) => copy), ...replaced].map((copy) => this.remove(copy)));
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper);
    const copies = [...this.copies.values(), ...this.replaced.splice(0)];
    this.copies.clear();
    await Promise.all(copies.map((copy) => this.remove(copy)));
    if (this.root !== null) await rm(await this.root, { recursive: true, force: true });
  }

  private async copy(workspace: Id, files: readonly StoredFile[], before: Copy | null): Promise<string> {
    this.root ??= ownFolder();
    const folder = join(await this.root, `${workspace}-${(this.made += 1)}`);
    const partial = `${folder}.part`;
    await mkdir(partial);
    const known = await before?.folder.catch(() => undefined);
    for (const file of files) {
      const path = join(partial, file.name);
      const same = before?.files.find(({ sha256 }) => sha256 === file.sha256);
      if (known !== undefined && same && (await isLinked(join(known, same.name), path))) continue;
      if (await this.fetch(file, path)) continue;
      await rm(partial, { recursive: true, force: true });
      throw new InfrastructureError('UPLOADS_CHANGING', 'the files of the workspace are being replaced');
    }
    await rename(partial, folder);
    return folder;
  }

  private async fetch({ id, bytes, sha256 }: StoredFile, path: string): Promise<boolean> {
    const hash = createHash('sha256');
    const file = await open(path, 'wx', 0o600);
    try {
      for (let ordinal = 0; ; ordinal += 1) {
        const piece = await readChunk(this.database, id, ordinal);
        if (piece === null) break;
        hash.update(piece);
        await file.write(piece);
      }
      return bytes === (await file.stat()).size && hash.digest('hex') === sha256;
    } finally {
      await file.close();
    }
  }

  private async remove({ folder }: Copy): Promise<void> {
    const path = await folder.catch(() => null);
    if (path === null) return;
    await evictFiles(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function ownFolder(): Promise<string> {
  const own = await realpath(await mkdtemp(join(tmpdir(), 'assay-uploads-')));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

async function isLinked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
