/**
 * Votes of a class: a text counts 1, each repetition only `repeated` (0–1), because samples of one model repeat right
 * and wrong texts alike.
 * @param texts candidates per text
 */
export function temperedVotes(texts: readonly number[], repeated: number): number {
  return texts.reduce((sum, votes) => sum + (votes > 0 ? 1 + repeated * (votes - 1) : 0), 0);
}
