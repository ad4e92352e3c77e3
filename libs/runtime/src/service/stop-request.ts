const request = new AbortController();

export const stopRequested: AbortSignal = request.signal;

export function requestStop(): void {
  request.abort();
}
