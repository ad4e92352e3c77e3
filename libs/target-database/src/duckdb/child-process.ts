import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../processes/system-environment.js';

/** Heap of the child's JavaScript, in megabytes: a result's rows, several times over. */
const SCRIPT_HEAP_MB = 512;

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** Scripts of this folder: JavaScript where we were built, TypeScript where we run from source. */
const SCRIPTS = {
  /** Holds one database. */
  child: IS_SOURCE ? new URL('./child.ts', import.meta.url) : new URL('./child.js', import.meta.url),
  /** Fills one from files. */
  load: IS_SOURCE ? new URL('./load.ts', import.meta.url) : new URL('./load.js', import.meta.url),
};

/**
 * Starts a script without an environment, with Node's permission model: its JavaScript may write nothing and start
 * nothing. DuckDB itself is native and stands outside of that model: its own settings lock it.
 */
export function startScript(name: keyof typeof SCRIPTS, args: readonly string[]): ChildProcess {
  const execArgv = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`];
  return fork(fileURLToPath(SCRIPTS[name]), args, {
    execArgv: [...execArgv, '--permission', '--allow-addons', '--allow-fs-read=*'],
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}
