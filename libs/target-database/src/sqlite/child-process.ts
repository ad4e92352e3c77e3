import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkChild } from '@assay/runtime/child-process';

/** Largest value in the child, bytes. */
const LONGEST_VALUE = 64_000_000;
/** SQLite memory in the child, bytes. */
const SQLITE_HEAP = 512_000_000;

/** JavaScript heap in megabytes; holds result rows several times. */
const SCRIPT_HEAP_MB = 512;
/** MB: V8 code (about 550), heap and SQLite's limit. */
const PROCESS_MB = 1600;

const SCRIPT = new URL('./child.js', import.meta.url);
const FOLDER = dirname(fileURLToPath(SCRIPT));

/** Files that the script needs besides the database's folder. */
const READABLE = [FOLDER, join(dirname(FOLDER), 'processes'), '/proc/self/fd'];

export function startChild(path: string, { doubleQuotedTexts }: { doubleQuotedTexts: boolean }): ChildProcess {
  return forkChild({
    script: SCRIPT,
    args: [path, String(SQLITE_HEAP), String(LONGEST_VALUE), String(doubleQuotedTexts)],
    memoryMb: PROCESS_MB,
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${SCRIPT_HEAP_MB}`,
      '--permission',
      ...[...READABLE, dirname(path)].map((folder) => `--allow-fs-read=${folder}`),
    ],
  });
}
