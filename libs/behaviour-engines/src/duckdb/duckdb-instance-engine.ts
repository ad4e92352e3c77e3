import type { ChildProcess } from 'node:child_process';
import { forkChild } from '@assay/runtime/child-process';
import { ChildInstanceEngine } from '../child/child-instance-engine.js';
import { MOST_BYTES, MOST_ROWS } from '../child/protocol.js';
import { duckdbDdl } from './duckdb-ddl.js';

const SCRIPT_HEAP_MB = 128;
const IS_SOURCE = import.meta.url.endsWith('.ts');
/** Memory limit of the process, MB: DuckDB's own does not count long texts and lists. Source runs need more for JIT. */
const PROCESS_MB = IS_SOURCE ? 1200 : 350;
const COMPILES_NOTHING = IS_SOURCE ? [] : ['--jitless'];
const GRACE_MS = 300;

/** Applied before the configuration is locked: no extensions, spilling or secrets afterwards. */
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
  statementTimeoutMs?: number;
}

export class DuckdbInstanceEngine extends ChildInstanceEngine {
  constructor({ statementTimeoutMs = 200 }: DuckdbEngineOptions = {}) {
    super({
      start: () => start(statementTimeoutMs),
      ddl: duckdbDdl,
      statementTimeoutMs: statementTimeoutMs + GRACE_MS,
    });
  }
}

/** Native code bypasses Node's permission model: DuckDB's settings and the OS memory limit apply. */
function start(statementTimeoutMs: number): ChildProcess {
  const args = [JSON.stringify(SETTINGS), ...[MOST_ROWS, MOST_BYTES, statementTimeoutMs].map(String)];
  const node = ['--no-warnings', ...COMPILES_NOTHING, `--max-old-space-size=${SCRIPT_HEAP_MB}`];
  const execArgv = [...node, '--permission', '--allow-addons', '--allow-fs-read=*'];
  return forkChild({ script: SCRIPT, args, execArgv, memoryMb: PROCESS_MB });
}
