export interface ModelFailure {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly raw: Uint8Array | null;
}
