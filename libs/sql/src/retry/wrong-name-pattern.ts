const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$#]*)`;

/** Pattern source: a captured name of one or more optionally quoted parts. */
export const DOTTED = `(${part}(?:\\.${part})*)`;
