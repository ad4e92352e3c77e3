import { realpath, stat } from 'node:fs/promises';
import { takesFolders } from '@assay/contracts';
import { isAbsolute, relative, sep } from 'node:path';
import type { FileTarget, ResolvedFile } from './connection-target.js';
import { forbiddenTarget, unreachable } from './target-errors.js';

/**
 * Resolves links; the file or folder must be below an allowed folder. Reveals nothing outside.
 * @throws PermanentError `TARGET_HOST_FORBIDDEN` or `DATABASE_UNREACHABLE`
 */
export async function resolveDatabaseFile(target: FileTarget, allowedFolders: string[]): Promise<ResolvedFile> {
  const folders = (await Promise.all(allowedFolders.map(realOrNull))).filter((folder) => folder !== null);
  const path = isAbsolute(target.path) ? await realOrNull(target.path) : null;
  if (path === null) {
    if (allowedFolders.some((folder) => isBelow(target.path, folder))) throw unreachable('there is no such file');
    throw outside();
  }
  const found = await stat(path);
  const isFolder = takesFolders(target.dialect) && found.isDirectory();
  if (!folders.some((folder) => isBelow(path, folder) || (isFolder && path === folder))) throw outside();
  if (!found.isFile() && !isFolder) throw unreachable('it is not a file');
  return { ...target, path };
}

function outside(): Error {
  return forbiddenTarget('the file is not below a folder of ASSAY_FILE_DIRS');
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}
