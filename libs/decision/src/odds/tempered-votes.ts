/**
 * Tempered votes of a class: each text counts once, repetitions partly, because samples of one model repeat right and
 * wrong texts alike.
 * @param texts candidates per distinct text
 * @param repeated value of a repetition, 0–1
 */
export function temperedVotes(texts: readonly number[], repeated: number): number {
  return texts.reduce((sum, votes) => sum + (votes > 0 ? 1 + repeated * (votes - 1) : 0), 0);
}
