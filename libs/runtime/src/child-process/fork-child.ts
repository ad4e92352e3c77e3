import { fork, type ChildProcess } from 'node:child_process';
import { childWatchdog } from './child-watchdog.js';
import { scriptPath } from './script-path.js';
import { systemEnvironment } from './system-environment.js';

export interface ChildStart {
  /** A `.js` file: `scriptPath`. */
  script: URL;
  args: readonly string[];
  execArgv: readonly string[];
  /** Limit of the data segment, MB; not on Windows. */
  memoryMb?: number | undefined;
  /** CPU seconds, after which the system sends SIGXCPU; not on Windows. */
  cpuSeconds?: number | undefined;
}

/**
 * Forks a script with an IPC channel, without our environment. It neither outlives us nor keeps us alive; its `error`
 * events are ignored. End it with `kill('SIGKILL')`: disconnecting twice fails.
 */
export function forkChild({ script, args, ...start }: ChildStart): ChildProcess {
  const path = scriptPath(script);
  const watchdog = childWatchdog.input;
  const child = fork(path, args, {
    ...(watchdog === null ? { execArgv: [...start.execArgv] } : shellStart(start)),
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...(watchdog === null ? [] : [watchdog])],
    serialization: 'json',
  });
  child.on('error', () => undefined);
  childWatchdog.watch(child);
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * The shell registers itself with the watchdog at descriptor 4, sets the limits and becomes Node. Where memory runs out,
 * Linux ends it before us.
 */
function shellStart({ execArgv, memoryMb, cpuSeconds }: Omit<ChildStart, 'script' | 'args'>): {
  execPath: string;
  execArgv: string[];
} {
  const limits = [
    ...(memoryMb === undefined ? [] : [`ulimit -d ${memoryMb * 1024}`]),
    ...(cpuSeconds === undefined ? [] : [`ulimit -S -t ${cpuSeconds}`]),
  ];
  const first = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null';
  // A watchdog that ended must not end the child by SIGPIPE.
  const command = `trap '' PIPE; echo "+ $$" >&4; trap - PIPE; ${first}; unset PWD; ${[...limits, 'exec "$0" "$@" 4>&-'].join(' && ')}`;
  return { execPath: '/bin/sh', execArgv: ['-c', command, process.execPath, ...execArgv] };
}
