import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childWatchdog } from './child-watchdog.js';
import { systemEnvironment } from './system-environment.js';

/** How a script runs in a process of its own. */
export interface ChildStart {
  /** Where it is in JavaScript. TypeScript is run in its place where this project runs from source. */
  script: URL;
  args: readonly string[];
  /** Options of Node.js. */
  execArgv: readonly string[];
  /** What the process may allocate, megabytes. Windows has no limits. */
  memoryMb?: number | undefined;
  /** Processor time that it may use, seconds; then the system ends it with SIGXCPU. */
  cpuSeconds?: number | undefined;
}

/**
 * Starts a script with an IPC channel and without our environment. The process does not outlive ours, and does not keep
 * it alive. Whatever happens to the process or its channel emits no uncaught error; end it with `kill('SIGKILL')` alone:
 * a channel that was disconnected before fails when its end is read.
 */
export function forkChild({ script, args, ...start }: ChildStart): ChildProcess {
  const path = fileURLToPath(script.href.replace(/\.js$/, extname(import.meta.url)));
  const child = fork(path, args, {
    ...limited(start),
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
  child.on('error', () => undefined);
  childWatchdog.watch(child);
  child.unref();
  child.channel?.unref();
  return child;
}

/** The shell sets the limits and becomes Node. */
function limited({ execArgv, memoryMb, cpuSeconds }: Omit<ChildStart, 'script' | 'args'>): {
  execPath?: string;
  execArgv: string[];
} {
  const limits = [
    ...(memoryMb === undefined ? [] : [`ulimit -d ${memoryMb * 1024}`]),
    ...(cpuSeconds === undefined ? [] : [`ulimit -S -t ${cpuSeconds}`]),
  ];
  if (limits.length === 0 || process.platform === 'win32') return { execArgv: [...execArgv] };
  const command = ['-c', [...limits, 'exec "$0" "$@"'].join(' && '), process.execPath];
  return { execPath: '/bin/sh', execArgv: [...command, ...execArgv] };
}
