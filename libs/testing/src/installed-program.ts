import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';

/** Where Debian keeps servers, which a normal user's PATH leaves out. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Path of a program of this machine, or null. */
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

/** A suite that needs this program (`redis-server`, `mariadbd`): skipped, and its title says why, where it is not installed. */
export function describeWith(program: string, title: string, suite: () => void): void {
  if (findProgram(program) === null) describe.skip(`${title} (skipped: ${program} is not installed)`, suite);
  else describe(title, suite);
}
