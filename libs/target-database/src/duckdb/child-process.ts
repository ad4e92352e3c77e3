import type { ChildProcess } from 'node:child_process';
import { forkChild } from '@assay/runtime/child-process';

/** Heap of the child's JavaScript, in megabytes: a result's rows, several times over. */
const SCRIPT_HEAP_MB = 512;
/**
 * Memory of a whole process, in megabytes: what Node reserves for compiled JavaScript (some 550), its heap, and DuckDB's
 * own limit. Long texts and lists of a statement are no part of what DuckDB counts; they end here.
 */
const PROCESS_MB = 1800;

const SCRIPTS = {
  /** Holds one database. */
  child: new URL('./child.js', import.meta.url),
  /** Makes files readable. */
  convert: new URL('./conversion/convert.js', import.meta.url),
  /** Fills a database from files. */
  load: new URL('./loading/load.js', import.meta.url),
};

/** A script with what it is told. */
export interface ScriptStart {
  script: keyof typeof SCRIPTS;
  args: readonly string[];
  /** The one folder that its JavaScript may write to. Without one it may load DuckDB. */
  writes?: string;
  /** Processor time that the process may use, seconds. */
  cpuSeconds?: number;
}

/**
 * Starts a script with Node's permission model: its JavaScript may start nothing, and either load DuckDB or write into
 * one folder. DuckDB itself is native and stands outside of that model: its own settings lock it.
 */
export function startScript({ script, args, writes, cpuSeconds }: ScriptStart): ChildProcess {
  const execArgv = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`, '--permission', '--allow-fs-read=*'];
  return forkChild({
    script: SCRIPTS[script],
    args,
    execArgv: [...execArgv, writes === undefined ? '--allow-addons' : `--allow-fs-write=${writes}`],
    memoryMb: PROCESS_MB,
    cpuSeconds,
  });
}
