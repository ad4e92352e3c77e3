const request = new AbortController();

/** By the first stop signal. */
export const stopRequested: AbortSignal = request.signal;

export function requestStop(): void {
  request.abort();
}
