const request = new AbortController();

/** Aborted by the first stop signal. */
export const stopRequested: AbortSignal = request.signal;

export function requestStop(): void {
  request.abort();
}
