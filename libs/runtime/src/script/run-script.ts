import { RequestProblem } from '@assay/contracts';
import { ended, exchange } from '../child-process/exchange.js';
import { forkChild } from '../child-process/fork-child.js';
import { ScriptFailedError } from './script-failed-error.js';

/** Scripts of this process that run at once: each may take its whole heap limit. */
const MOST_SCRIPTS = 2;
/** Calls that wait at once: each holds its input in memory. */
const MOST_WAITING = 16;
const RETRY_SECONDS = 10;

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
 * sends. It may read files, has no environment and does not outlive our process. Calls wait while `MOST_SCRIPTS` run.
 *
 * A worker thread would not do: native code that passes a thread's heap limit (`JSON.parse`) ends the whole process.
 *
 * @param script where it is in JavaScript, as for `forkChild`
 * @throws ScriptFailedError where a limit is passed, or the script ends without a message
 * @throws RequestProblem 429 `OVERLOADED` where `MOST_WAITING` calls wait
 */
export async function runScript<Result>(script: URL, input: string, limits: ScriptLimits): Promise<Result> {
  if (running < MOST_SCRIPTS) running += 1;
  else if (waiting.length < MOST_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else {
    const message = `${MOST_WAITING} other documents wait to be read; try again later.`;
    throw new RequestProblem(429, 'OVERLOADED', message, { retryAfterSeconds: RETRY_SECONDS });
  }
  try {
    return await run<Result>(script, input, limits);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function run<Result>(script: URL, input: string, { milliseconds, heapMegabytes }: ScriptLimits): Promise<Result> {
  const execArgv = ['--no-warnings', `--max-old-space-size=${heapMegabytes}`, '--permission', '--allow-fs-read=*'];
  const child = forkChild({ script, args: [], execArgv });
  const signal = AbortSignal.timeout(milliseconds);
  const result = await exchange<Result>(child, { request: { input }, isLast: () => true, signal });
  const isLate = signal.aborted;
  const end = await ended(child);
  if (result !== null) return result;
  throw new ScriptFailedError(isLate ? 'time' : OUT_OF_MEMORY.has(end) ? 'memory' : 'ended');
}
