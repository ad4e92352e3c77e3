import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ScriptFailedError } from './script-failed-error.js';

/** Scripts of this process that run at once: each may take its whole heap limit. */
const MOST_SCRIPTS = 2;

/** How V8 ends a process whose heap is full, by platform. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 134]);

const waiting: (() => void)[] = [];
let running = 0;

/** Limits of one run. */
export interface ScriptLimits {
  /** Time from its start, in milliseconds. */
  milliseconds: number;
  /** JavaScript heap, in megabytes. */
  heapMegabytes: number;
}

/**
 * Runs a script in a process of its own: sends it `{ input }` as its only message and returns the first message that it
 * sends. It may read files, and has no environment. Further calls wait while as many scripts run as may.
 *
 * A worker thread would not do: native code that passes a thread's heap limit (`JSON.parse`) ends the whole process.
 *
 * @throws ScriptFailedError where a limit is passed, or the script ends without a message
 */
export async function runScript<Result>(script: URL, input: string, limits: ScriptLimits): Promise<Result> {
  if (running < MOST_SCRIPTS) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await run<Result>(script, input, limits);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function run<Result>(script: URL, input: string, { milliseconds, heapMegabytes }: ScriptLimits): Promise<Result> {
  const child = start(script, heapMegabytes);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const fail = (reason: ScriptFailedError['reason']): void => reject(new ScriptFailedError(reason));
      timer = setTimeout(() => fail('time'), milliseconds);
      // stays for the life of the process: an error without a listener would end ours
      child.on('error', () => fail('ended'));
      child.on('message', (message) => resolve(message as Result));
      child.on('exit', (code, signal) => fail(OUT_OF_MEMORY.has(signal ?? code) ? 'memory' : 'ended'));
      // that it cannot be sent is seen by the exit, which tells more
      child.send({ input }, () => undefined);
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function start(script: URL, heapMegabytes: number): ChildProcess {
  return fork(fileURLToPath(script), [], {
    execArgv: ['--no-warnings', `--max-old-space-size=${heapMegabytes}`, '--permission', '--allow-fs-read=*'],
    // Windows starts no process without it
    env: { SystemRoot: process.env['SystemRoot'] },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}
