import type { ChildProcess } from 'node:child_process';
import { forkChild } from '@assay/runtime/child-process';

/** JavaScript heap in megabytes; holds result rows several times. */
const SCRIPT_HEAP_MB = 512;
/** MB: V8 code (about 550), heap and DuckDB's limit, which excludes texts and lists. */
const PROCESS_MB = 1800;

const SCRIPTS = {
  child: new URL('./child.js', import.meta.url),
  convert: new URL('./conversion/convert.js', import.meta.url),
  load: new URL('./loading/load.js', import.meta.url),
  combine: new URL('./loading/combine.js', import.meta.url),
};

export interface ScriptStart {
  script: keyof typeof SCRIPTS;
  args?: readonly string[];
  /** The only writable folder. Without one, the script may load DuckDB. */
  writes?: string;
  cpuSeconds?: number;
}

/**
 * Under Node's permission model: no child processes, and DuckDB or one writable folder. DuckDB's settings lock its
 * native code.
 */
export function startScript({ script, args = [], writes, cpuSeconds }: ScriptStart): ChildProcess {
  const execArgv = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`, '--permission', '--allow-fs-read=*'];
  return forkChild({
    script: SCRIPTS[script],
    args,
    execArgv: [...execArgv, writes === undefined ? '--allow-addons' : `--allow-fs-write=${writes}`],
    memoryMb: PROCESS_MB,
    cpuSeconds,
  });
}
