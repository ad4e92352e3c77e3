const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$#]*)`;

/** Source of a pattern: a name of one or more parts, quoted or not, as a group. */
export const DOTTED = `(${part}(?:\\.${part})*)`;
