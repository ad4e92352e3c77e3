import type { ChildProcess } from 'node:child_process';
import { forkChild } from '@assay/runtime/child-process';
import { ChildInstanceEngine } from '../child/child-instance-engine.js';
import { MOST_BYTES, MOST_ROWS } from '../child/protocol.js';
import { duckdbDdl } from './duckdb-ddl.js';

/** Heap of the child's JavaScript, in megabytes. */
const SCRIPT_HEAP_MB = 128;
const IS_SOURCE = import.meta.url.endsWith('.ts');
/**
 * Memory of the whole process, in megabytes: long texts and lists are no part of what DuckDB counts. Compiled JavaScript
 * reserves more than all the rest, so there is none where we were built; reading TypeScript needs it.
 */
const PROCESS_MB = IS_SOURCE ? 1200 : 350;
const COMPILES_NOTHING = IS_SOURCE ? [] : ['--jitless'];
/** What a statement may take beyond its time before the child is killed, in milliseconds: DuckDB ends most by itself. */
const GRACE_MS = 300;

/** Set when a database is opened, before it is locked: nothing is installed, loaded, spilled or remembered. */
const SETTINGS = {
  memory_limit: '64MB',
  threads: '1',
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
};

const SCRIPT = new URL('./scratch-child.js', import.meta.url);

export interface DuckdbEngineOptions {
  /** How long a statement may take, in milliseconds. */
  statementTimeoutMs?: number;
}

/** DuckDB in memory. */
export class DuckdbInstanceEngine extends ChildInstanceEngine {
  constructor({ statementTimeoutMs = 200 }: DuckdbEngineOptions = {}) {
    super({
      start: () => start(statementTimeoutMs),
      ddl: duckdbDdl,
      statementTimeoutMs: statementTimeoutMs + GRACE_MS,
    });
  }
}

/**
 * DuckDB is native and stands outside of Node's permission model: its own settings lock it, and the operating system
 * caps what it allocates.
 */
function start(statementTimeoutMs: number): ChildProcess {
  const args = [JSON.stringify(SETTINGS), ...[MOST_ROWS, MOST_BYTES, statementTimeoutMs].map(String)];
  const node = ['--no-warnings', ...COMPILES_NOTHING, `--max-old-space-size=${SCRIPT_HEAP_MB}`];
  const execArgv = [...node, '--permission', '--allow-addons', '--allow-fs-read=*'];
  return forkChild({ script: SCRIPT, args, execArgv, memoryMb: PROCESS_MB });
}
