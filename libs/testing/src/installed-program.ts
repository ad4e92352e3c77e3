import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';

/** Folders of Debian that are not in a user's PATH. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SERVER_FOLDERS];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return null;
}

export function describeWith(program: string, title: string, suite: () => void): void {
  if (findProgram(program) === null) describe.skip(`${title} (skipped: ${program} is not installed)`, suite);
  else describe(title, suite);
}
