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
  describeUnless(findProgram(program) === null && `${program} is not installed`, title, suite);
}

/** Skips what the machine cannot run. A drill (`ASSAY_DRILL`) fails instead: an operator would take it for played. */
export function describeUnless(lack: string | false, title: string, suite: () => void): void {
  if (lack === false) describe(title, suite);
  else if (process.env['ASSAY_DRILL'] === undefined) describe.skip(`${title} (skipped: ${lack})`, suite);
  else throw new Error(`The drill cannot be played: ${lack}.`);
}
