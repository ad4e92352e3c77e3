import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChildInstanceEngine } from '../child/child-instance-engine.js';
import { MOST_BYTES, MOST_ROWS } from '../child/protocol.js';
import { scratchDdl } from './scratch-ddl.js';

/** Heap of the child's JavaScript, in megabytes. */
const SCRIPT_HEAP_MB = 128;
/** Memory that SQLite may use, and the largest value it may build, in bytes. */
const SQLITE_HEAP = 64_000_000;
const LONGEST_VALUE = 4_000_000;

/** Node runs this very file's neighbour: JavaScript where we were built, TypeScript where we run from source. */
const SCRIPT = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('./scratch-child.ts', import.meta.url)
    : new URL('./scratch-child.js', import.meta.url),
);

export interface SqliteEngineOptions {
  /** How long a statement may take, in milliseconds. */
  statementTimeoutMs?: number;
  /** SQLite takes `"text"` for a text where no column has this name. */
  doubleQuotedTexts?: boolean;
}

/** SQLite in memory. */
export class SqliteInstanceEngine extends ChildInstanceEngine {
  constructor({ statementTimeoutMs, doubleQuotedTexts = false }: SqliteEngineOptions = {}) {
    const options = [SQLITE_HEAP, LONGEST_VALUE, MOST_ROWS, MOST_BYTES, doubleQuotedTexts].map(String);
    const start = (): ReturnType<typeof fork> =>
      fork(SCRIPT, options, {
        execArgv: [
          '--no-warnings',
          `--max-old-space-size=${SCRIPT_HEAP_MB}`,
          '--permission',
          `--allow-fs-read=${dirname(SCRIPT)}`,
        ],
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'json',
      });
    super({ start, ddl: scratchDdl, statementTimeoutMs });
  }
}
