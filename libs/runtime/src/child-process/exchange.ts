import type { ChildProcess } from 'node:child_process';

export interface Exchange<Reply> {
  /** Absent if the child speaks first. */
  request?: object;
  /** Called with each reply; true ends the exchange. If it throws, the process is killed. */
  isLast: (reply: Reply) => boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** @returns null after time, abort, or the end of process or channel */
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
    // `exit` may arrive before the last message; `disconnect` arrives after it.
    child.on('disconnect', end);
    child.on('error', end);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true || !child.connected) end();
    else if (request !== undefined) child.send(request, (error) => error && child.kill('SIGKILL'));
  });
}

/**
 * Kills the child unless it has ended.
 * @returns the signal or exit code; null if it never ran
 */
export async function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    child.ref();
    await exit;
  }
  return child.signalCode ?? child.exitCode;
}
