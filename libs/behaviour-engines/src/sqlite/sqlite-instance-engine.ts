import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkChild } from '@assay/runtime/child-process';
import { ChildInstanceEngine } from '../child/child-instance-engine.js';
import { MOST_BYTES, MOST_ROWS } from '../child/protocol.js';
import { scratchDdl } from './scratch-ddl.js';

const SCRIPT_HEAP_MB = 128;
/** Memory and largest value, bytes. */
const SQLITE_HEAP = 64_000_000;
const LONGEST_VALUE = 4_000_000;

const SCRIPT = new URL('./scratch-child.js', import.meta.url);

export interface SqliteEngineOptions {
  statementTimeoutMs?: number;
  /** `"text"` is a string if no column has the name. */
  doubleQuotedTexts?: boolean;
}

export class SqliteInstanceEngine extends ChildInstanceEngine {
  constructor({ statementTimeoutMs, doubleQuotedTexts = false }: SqliteEngineOptions = {}) {
    const args = [SQLITE_HEAP, LONGEST_VALUE, MOST_ROWS, MOST_BYTES, doubleQuotedTexts].map(String);
    const node = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`];
    const execArgv = [...node, '--permission', `--allow-fs-read=${dirname(fileURLToPath(SCRIPT))}`];
    super({ start: () => forkChild({ script: SCRIPT, args, execArgv }), ddl: scratchDdl, statementTimeoutMs });
  }
}
