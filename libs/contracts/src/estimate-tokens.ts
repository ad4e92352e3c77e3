const pieces =
  /[A-Z]?[a-z]+|[A-Z]+|\p{N}{1,3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\p{L}+|[^\s\p{L}\p{N}]+|\s{2,}/gu;

/**
 * Rather too many: one per ASCII word of up to eight letters, per five letters of a
 * longer one; per two other letters, or one East Asian character; per three digits or signs.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += pieceTokens(piece);
  return tokens;
}

function pieceTokens(piece: string): number {
  if (/^[A-Za-z]/.test(piece)) return piece.length <= 8 ? 1 : Math.ceil(piece.length / 5);
  if (/^\p{L}/u.test(piece)) return Math.ceil(piece.length / 2);
  if (/^\s/.test(piece)) return 1;
  return Math.ceil(piece.length / 3);
}
