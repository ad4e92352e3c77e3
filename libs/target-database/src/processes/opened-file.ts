import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { readdirSync, readlinkSync } from 'node:fs';

export class FileSwappedError extends Error {
  constructor() {
    super('it was replaced while it was opened');
  }
}

export interface OpenedFile {
  /** The open file, independent of its name; its ending means nothing. */
  path: string;
  close(): Promise<void>;
}

/**
 * Opens the checked path and verifies that no link has replaced it.
 * @throws FileSwappedError
 */
export async function openChecked(path: string): Promise<OpenedFile> {
  const file = await open(path, 'r');
  try {
    if (!(await isAtPath(file, path))) throw new FileSwappedError();
  } catch (error) {
    await file.close();
    throw error;
  }
  // Windows has no paths of what is open
  return { path: process.platform === 'win32' ? path : `/dev/fd/${file.fd}`, close: () => file.close() };
}

async function isAtPath(file: FileHandle, path: string): Promise<boolean> {
  if ((await realpath(path)) !== path) return false;
  const [opened, found] = await Promise.all([file.stat({ bigint: true }), stat(path, { bigint: true })]);
  return opened.isFile() && opened.ino === found.ino && opened.dev === found.dev;
}

/** Whether a library opened the checked file, by our open files; true if unknown. */
export function hasOpened(path: string): boolean {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      const opened = readlinkSync(`/proc/self/fd/${descriptor}`);
      return opened === path || opened === `${path} (deleted)`;
    } catch {
      return false;
    }
  });
}
