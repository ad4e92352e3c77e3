const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$#]*)`;

/** Captures a dotted name with optional quotes. */
export const DOTTED = `(${part}(?:\\.${part})*)`;
