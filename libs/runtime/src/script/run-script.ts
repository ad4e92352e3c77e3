import { RequestProblem } from '@assay/contracts';
import { ended, exchange } from '../child-process/exchange.js';
import { forkChild } from '../child-process/fork-child.js';
import { ScriptFailedError } from './script-failed-error.js';

/** Each may take its heap limit. */
const MOST_SCRIPTS = 2;
/** Each holds its input. */
const MOST_WAITING = 16;
const RETRY_SECONDS = 10;

/** V8's heap exhaustion, by platform. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 134]);

const waiting: (() => void)[] = [];
let running = 0;

export interface ScriptLimits {
  /** From its start. */
  milliseconds: number;
  heapMegabytes: number;
}

/**
 * Runs a script in a child process: sends `{ input }`, returns its first message. In a worker thread, heap
 * exhaustion of `JSON.parse` would end the process.
 * @throws ScriptFailedError beyond a limit or without a message; RequestProblem 429 `OVERLOADED` beyond `MOST_WAITING`
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
