import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkChild } from '@assay/runtime/child-process';
import { LONGEST_VALUE, SQLITE_HEAP } from './limits.js';

/** Heap of the child's JavaScript, in megabytes: a result's rows, several times over. */
const SCRIPT_HEAP_MB = 512;

const SCRIPT = new URL('./child.js', import.meta.url);
const FOLDER = dirname(fileURLToPath(SCRIPT));

/** What the script needs besides the folder of the database: itself, what it imports, and what it has open. */
const READABLE = [FOLDER, join(dirname(FOLDER), 'processes'), '/proc/self/fd'];

/** Starts the process that holds one database file; it gets no environment, no inherited flags, and may read only that. */
export function startChild(path: string, { doubleQuotedTexts }: { doubleQuotedTexts: boolean }): ChildProcess {
  return forkChild({
    script: SCRIPT,
    args: [path, String(SQLITE_HEAP), String(LONGEST_VALUE), String(doubleQuotedTexts)],
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${SCRIPT_HEAP_MB}`,
      '--permission',
      ...[...READABLE, dirname(path)].map((folder) => `--allow-fs-read=${folder}`),
    ],
  });
}
