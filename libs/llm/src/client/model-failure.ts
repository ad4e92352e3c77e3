export interface ModelFailure {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Response body, unchanged; null without one. */
  readonly raw: Uint8Array | null;
}
