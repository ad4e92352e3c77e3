import type { ChildProcess } from 'node:child_process';

/** What is awaited of a child process. */
export interface Exchange<Reply> {
  /** Sent to the child; undefined where the child speaks first. */
  request?: object;
  /** Whether a reply is the last; called with each. The process is killed if it throws. */
  isLast: (reply: Reply) => boolean;
  /** How long it may take, milliseconds. */
  timeoutMs?: number;
  /** Ends the exchange early. */
  signal?: AbortSignal;
}

/**
 * Waits for the last reply of a child process.
 *
 * @returns null where the time was up, the signal aborted, or the process or its channel ended
 */
export function exchange<Reply>(child: ChildProcess, { isLast, ...asked }: Exchange<Reply>): Promise<Reply | null> {
  const { request, timeoutMs, signal } = asked;
  return new Promise((resolve) => {
    const settle = (reply: Reply | null): void => {
      clearTimeout(timer);
      child.off('message', arrive);
      child.off('disconnect', end);
      child.off('error', end);
      signal?.removeEventListener('abort', end);
      resolve(reply);
    };
    const arrive = (message: unknown): void => {
      try {
        if (isLast(message as Reply)) settle(message as Reply);
      } catch {
        child.kill('SIGKILL');
        end();
      }
    };
    const end = (): void => settle(null);
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
    child.on('message', arrive);
    // Follows the last message that was sent, which an exit may overtake.
    child.on('disconnect', end);
    child.on('error', end);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true || !child.connected) end();
    else if (request !== undefined) child.send(request, (error) => error && child.kill('SIGKILL'));
  });
}

/** Kills a child process. @returns the signal or the exit code that it ended with; null where it never ran */
export async function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    child.ref();
    await exit;
  }
  return child.signalCode ?? child.exitCode;
}
