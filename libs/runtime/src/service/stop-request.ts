const request = new AbortController();

/** Aborted by the first signal that tells the process to end: what only waits for something at start gives up then. */
export const stopRequested: AbortSignal = request.signal;

export function requestStop(): void {
  request.abort();
}
