import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../processes/system-environment.js';

/** Heap of the child's JavaScript, in megabytes: a result's rows, several times over. */
const SCRIPT_HEAP_MB = 512;
/**
 * Memory of a whole process, in megabytes: what Node reserves for compiled JavaScript (some 550), its heap, and DuckDB's
 * own limit. Long texts and lists of a statement are no part of what DuckDB counts; they end here.
 */
const PROCESS_MB = 1800;

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** Scripts of this folder: JavaScript where we were built, TypeScript where we run from source. */
const SCRIPTS = {
  /** Holds one database. */
  child: IS_SOURCE ? new URL('./child.ts', import.meta.url) : new URL('./child.js', import.meta.url),
  /** Makes files readable. */
  convert: IS_SOURCE
    ? new URL('./conversion/convert.ts', import.meta.url)
    : new URL('./conversion/convert.js', import.meta.url),
  /** Fills a database from files. */
  load: IS_SOURCE ? new URL('./loading/load.ts', import.meta.url) : new URL('./loading/load.js', import.meta.url),
};

/** A script with what it is told. */
export interface ScriptStart {
  script: keyof typeof SCRIPTS;
  args: readonly string[];
  /** The one folder that its JavaScript may write to. Without one it may load DuckDB. */
  writes?: string;
}

/**
 * Starts a script without an environment, with Node's permission model: its JavaScript may start nothing, and either
 * load DuckDB or write into one folder. DuckDB itself is native and stands outside of that model: its own settings lock
 * it.
 */
export function startScript({ script, args, writes }: ScriptStart): ChildProcess {
  const execArgv = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`, '--permission', '--allow-fs-read=*'];
  return fork(fileURLToPath(SCRIPTS[script]), args, {
    ...capped([...execArgv, writes === undefined ? '--allow-addons' : `--allow-fs-write=${writes}`]),
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}

/** The shell sets the limit and becomes Node. */
function capped(parameters: string[]): { execPath?: string; execArgv: string[] } {
  if (process.platform === 'win32') return { execArgv: parameters };
  const command = ['-c', 'ulimit -d "$0" && exec "$@"', String(PROCESS_MB * 1024), process.execPath];
  return { execPath: '/bin/sh', execArgv: [...command, ...parameters] };
}
