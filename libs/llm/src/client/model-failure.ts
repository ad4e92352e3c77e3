/** What both kinds of model errors carry for the journal. */
export interface ModelFailure {
  /** HTTP status; null where no response came. */
  readonly status: number | null;
  /** The response body, byte for byte; null where none came. */
  readonly raw: Uint8Array | null;
}
