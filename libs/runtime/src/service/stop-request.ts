const request = new AbortController();

/** Aborted by the first stop signal; ends the waits of start-up. */
export const stopRequested: AbortSignal = request.signal;

export function requestStop(): void {
  request.abort();
}
